// Facts about games and expansions that pages need.

import type { Preset } from './presets';

/** Facts about an expansion, in `src/expansions/NAME/expansion.ts`. */
export interface Expansion {
  /** The preset to try the rules with. */
  readonly preset: Preset;
  /** The lesson that teaches them, by the name of a game or an expansion. */
  readonly lesson?: string;
  /** Editions to choose from; the first one is the default and has no name in
   * the rules of a game. */
  readonly variants?: readonly [string, ...string[]];
}

const FILES = import.meta.glob<Expansion>('../expansions/*/expansion.ts', { eager: true, import: 'expansion' });

const GAME_FACTS: Readonly<Record<string, Expansion>> = {
  base: { preset: 'medieval', lesson: 'base' },
  stronghold: { preset: 'stronghold', lesson: 'stronghold' },
};

/** Returns the facts about a game or an expansion. */
export const factsAbout = (name: string): Expansion | null =>
  GAME_FACTS[name] ?? FILES[`../expansions/${name}/expansion.ts`] ?? null;
