import { beforeAll, describe, expect, it } from 'vitest';

import type { EventView, GroundName, Offer, OfferKind, Offers, Prompt, RoleName, SeatView } from '../src/wire/wire';
import { speak, withWords } from '../src/lib/i18n.svelte';
import type { Perspective } from '../src/lib/narrate';
import { resultTexts, promptFor, sentence } from '../src/lib/prompts';

const person = (name: string, colour: string): SeatView =>
  ({ colour, who: { kind: 'person', name, is_here: true } }) as SeatView;
const perspective: Perspective = { seats: [person('Ann', 'red'), person('Bo', 'blue')], yours: [0], family: 'land' };
const at = { x: 0, y: 0 };

const deploy = (feature: GroundName, role: RoleName = 'knight'): OfferKind => ({
  kind: 'deploy',
  figure: 'meeple',
  role,
  pose: 'x',
  at,
  scale: 1,
  feature,
  sector: null,
  site: null,
  points: 1,
  is_complete: false,
});
const barn = (spot: string): OfferKind => ({ kind: 'build', piece: 'barn', at, figure: { spot, from: at } });
const recall = (role: RoleName): OfferKind => ({ kind: 'recall', seat: 0, role, spot: role, at, points: 3 });
const token = (kind: number): OfferKind => ({
  kind: 'use_token',
  token: kind,
  site: null,
  at: null,
  feature: null,
  points: null,
});
const settle = (leaders: number[]): OfferKind => ({
  kind: 'settle',
  feature: 'tower',
  site: 's',
  at,
  leaders,
  points: 4,
});

function offers(prompt: Prompt, ...kinds: OfferKind[]): Offers {
  const all = [...kinds, { kind: 'pass' } as const];
  return { seat: 0, prompt, offers: all.map((what, n): Offer => ({ action: String(n), what })) };
}
const ask = (...given: Parameters<typeof offers>): string => promptFor(offers(...given), perspective).ask;

describe('questions', () => {
  beforeAll(() => withWords(speak('en')));

  it('name what can be done after a tile', () => {
    expect(ask('after_tile', deploy('city'), deploy('road'))).toBe('Place a figure?');
    expect(ask('after_tile', deploy('city'), recall('lady'))).toBe('Place a figure or take the lady back?');
    expect(ask('after_tile', recall('abbot'))).toBe('Call the abbot home?');
    expect(ask('after_tile', { kind: 'build', piece: 'castle', at, figure: null })).toBe('Build a castle?');
    expect(ask('after_tile', deploy('castle', 'lady'), deploy('crown', 'meeple'))).toBe(
      'Put a lady on the castle or take a crown space?',
    );
    expect(ask('after_tile', deploy('city'), deploy('crown'), recall('lady'), recall('abbot'))).toBe(
      'What will you do?',
    );
  });

  it('say that choosing a farmer is building a barn', () => {
    expect(promptFor(offers('after_tile', barn('a'), barn('b')), perspective).more[0]).toMatch(/choose the farmer/);
    expect(promptFor(offers('after_tile', barn('a')), perspective).more[0]).not.toMatch(/farmer/);
  });

  it('tell a token for another turn from the others', () => {
    expect(ask('use_token', token(1))).toBe('Use a token for another turn?');
    expect(ask('use_token', token(1), token(2))).toBe('Use a wall token?');
  });

  it('say whose features are to be put in order', () => {
    expect(ask('scoring_order', settle([1]), settle([1]))).toBe(
      'Several features of Bo are finished. What is scored first?',
    );
    expect(ask('scoring_order', settle([1]), settle([0]))).toBe('What is scored first?');
    expect(ask('scoring_order', settle([]), settle([]))).toBe('What is scored first?');
  });

  it('speak every language', async () => {
    await speak('uk');
    expect(ask('after_tile', deploy('city'), recall('lady'))).toBe('Поставити фігурку або забрати панночку?');
    await speak('ru');
    expect(ask('after_tile', deploy('city'), recall('lady'))).toBe('Поставить фигурку или забрать даму?');
    await speak('en');
  });
});

describe('what a choice brings', () => {
  const scored = (winners: number[], points: number): EventView => ({
    kind: 'scored',
    feature: 'city',
    site: 's',
    at,
    reason: 'completed',
    tally: [],
    points,
    figures: [1, 1],
    winners,
  });

  it('is added up by seat', () => {
    expect(resultTexts([scored([0, 1], 8), scored([0], 3), scored([], 5)], perspective)).toEqual([
      'Points: you +11, Bo +8.',
    ]);
    expect(resultTexts([scored([], 5)], perspective)).toEqual([]);
  });

  it('is told as a sentence', () => {
    expect(sentence('3 points now')).toBe('3 points now.');
    expect(sentence('зараз 3 бали')).toBe('Зараз 3 бали.');
    expect(sentence('Done.')).toBe('Done.');
  });
});
