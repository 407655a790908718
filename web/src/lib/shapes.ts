// The fields of responses that are not needed to show a table.

import type { Scenes, Seated, Verdict } from '../wire/wire';
import { TABLE, type Shape } from './received';

export const SEATED: Shape<Seated> = { table: 'string', url: 'string', seats: 'list', token: 'string' };

export const SCENES: Partial<Shape<Scenes>> = {
  scenes: [{ game: TABLE.game }],
  events: 'list',
  outline: { stops: 'list', seats: 'list' },
};

export const VERDICT: Partial<Shape<Verdict>> = {
  draws: 'number',
  contributors: 'list',
  bag: { piles: 'list', tokens: 'list' },
};
