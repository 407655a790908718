// Results of the engine about daily decks (`docs/daily.md`), and their checks.

import type { Family } from '../wire/wire';
import { fits } from '../lib/received';

/** A level with which results are compared. */
export interface LevelView {
  level: string;
  /** The bot with its budget. */
  bot: string;
  games: number;
}

/** The deck of a game on a day. */
export interface DeckView {
  game: string;
  family: Family;
  rules: string;
  /** Name of the table, without its prefix. */
  table: string;
  seed: string;
  /** The seat that begins; the player has seat 0. */
  first: number;
  /** Level of the opponent. */
  opponent: string;
  levels: LevelView[];
}

export const areDecks = (value: unknown): value is DeckView[] =>
  fits<{ all: DeckView[] }>(
    { all: value },
    {
      all: [
        {
          game: 'string',
          family: 'string',
          rules: 'string',
          table: 'string',
          seed: 'string',
          first: 'number',
          opponent: 'string',
          levels: [{ level: 'string', bot: 'string', games: 'number' }],
        },
      ],
    },
  );
