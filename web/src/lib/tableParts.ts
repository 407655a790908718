// Parts of the table page that expansions add. They are loaded with the first
// game that has the expansion.

import type { Component } from 'svelte';

import type { GameView } from '../wire/wire';
import { expansionsIn } from './rules';
import type { TableSession } from './tableSession.svelte';

/** Parts of the table page, in `src/expansions/NAME/parts.ts`. */
export interface TableParts {
  /** Possessions of a player, below the supply. */
  readonly Seat?: Component<{ game: GameView; seat: number }>;
  /** A remark about the turn, above the prompt. */
  readonly Turn?: Component<{ session: TableSession; game: GameView }>;
  /** Details of the standing. */
  readonly Standing?: Component<{ session: TableSession; game: GameView }>;
}

const FILES = import.meta.glob<TableParts>('../expansions/*/parts.ts', { import: 'parts' });

/** Loads the parts of the expansions in `rules`. */
export const partsOf = (rules: string): Promise<TableParts[]> =>
  Promise.all(expansionsIn(rules).flatMap((name) => FILES[`../expansions/${name}/parts.ts`]?.() ?? []));
