// Facts about games and expansions that pages need.

import type { BaseName, ExpansionName, Family } from '../wire/wire';
import type { Named } from './words/messages/all';

/** The kind of board of a game: its family, or the expansion that replaces the
 * base game. */
export type BoardKind = Family | Exclude<BaseName, 'base'>;

/** The name of a predefined game; its texts are `preset.NAME.*`. */
export type Preset = Named<'preset.', '.name'>;

/** A predefined game. */
export interface PresetGame {
  readonly name: Preset;
  /** Position among the predefined games, or among the variants. */
  readonly order: number;
  /** True for variants of the base game, which are shown smaller. */
  readonly isVariant?: boolean;
  /** The kind of board. */
  readonly kind: BoardKind;
  /** Names of its expansions. */
  readonly expansions: readonly ExpansionName[];
}

/** Facts about an expansion, in `src/expansions/NAME/expansion.ts`. */
export interface Expansion {
  /** The preset to try the rules with. */
  readonly preset: Preset;
  /** Predefined games that the expansion adds. */
  readonly presets?: readonly PresetGame[];
  /** The lesson that teaches them, by the name of a game or an expansion. */
  readonly lesson?: string;
  /** Editions to choose from; the first one is the default and has no name in
   * the rules of a game. */
  readonly variants?: readonly [string, ...string[]];
  /** The printed expansion that it shares with others: a folder of `src/boxes`
   * with their common parts. */
  readonly box?: string;
  /** Returns the edition in a set-up that an earlier client stored in another
   * format. */
  readonly formerVariant?: (stored: Readonly<Record<string, unknown>>) => string | undefined;
}

const FILES = import.meta.glob<Expansion>('../expansions/*/expansion.ts', { eager: true, import: 'expansion' });

const GAME_FACTS: Readonly<Record<string, Expansion>> = {
  base: { preset: 'medieval', lesson: 'base' },
  stronghold: { preset: 'stronghold', lesson: 'stronghold' },
};

/** Predefined games of all expansions, once for those of a box. */
export const EXPANSION_PRESETS: readonly PresetGame[] = [
  ...new Set(Object.values(FILES).flatMap(({ presets }) => presets ?? [])),
];

/** Returns the facts about a game or an expansion. */
export const factsAbout = (name: string): Expansion | null =>
  GAME_FACTS[name] ?? FILES[`../expansions/${name}/expansion.ts`] ?? null;
