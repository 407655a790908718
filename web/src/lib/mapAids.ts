// Aids that expansions show on the map.

import type { Component } from 'svelte';

import type { Answer, Question } from '../wire/wire';
import type { IconName } from '../ui/Icon.svelte';
import type { Coloured } from './colours';
import type { Key } from './i18n.svelte';
import type { Perspective } from './narrate';
import { expansionsIn } from './rules';
import type { TableSession } from './tableSession.svelte';

/** An aid that is shown on the map on request, in
 * `src/expansions/NAME/aid.ts`. */
export interface MapAid {
  readonly icon: IconName;
  readonly title: Key;
  /** Text that says what its button does. */
  readonly about: Key;
  /** The letter of the key that shows it. */
  readonly letter: string;
  readonly question: Question;
  /** Returns the answer in words, for screen readers. */
  readonly words: (answer: Answer, perspective: Perspective) => Promise<string>;
  /** Loads the drawing on the tiles; `clip` excludes fixtures. */
  readonly tints: () => Promise<{
    default: Component<{ answer: Answer; seats: readonly Coloured[]; clip: string | undefined }>;
  }>;
  /** Loads the labels above the tiles. */
  readonly labels: () => Promise<{ default: Component<{ answer: Answer; session: TableSession }> }>;
}

/** A map aid and the newest answer; `null` before the first one. */
export interface ShownAid {
  readonly aid: MapAid;
  readonly answer: Answer | null;
}

const FILES = import.meta.glob<MapAid>('../expansions/*/aid.ts', { eager: true, import: 'aid' });

/** Returns the map aids of a game by its rules. */
export function mapAidsOf(rules: string): MapAid[] {
  return expansionsIn(rules).flatMap((name) => FILES[`../expansions/${name}/aid.ts`] ?? []);
}
