// Comparison of a result with games of bots, and the text to share it.

import type { Margins } from './results.svelte';
import type { LevelView } from './wire';

/** Returns the share of games with a smaller margin, from 0 to 1; equal ones count
 * half. */
export function shareBelow(games: readonly number[], margin: number): number {
  if (games.length === 0) return 0;
  const below = games.filter((other) => other < margin).length;
  const equal = games.filter((other) => other === margin).length;
  return (below + equal / 2) / games.length;
}

/** The share of games of a level that a result is better than. */
export interface Comparison {
  level: string;
  share: number;
}

/** Returns the comparisons with all levels whose games are complete. */
export const comparisons = (levels: readonly LevelView[], margins: Margins, margin: number): Comparison[] =>
  levels.flatMap(({ level, games }) => {
    const played = margins[level] ?? [];
    return played.length < games ? [] : [{ level, share: shareBelow(played, margin) }];
  });

/** Returns the comparison to name first: the strongest level of whose games at
 * least half are worse, otherwise the weakest level. */
export const bestOf = (all: readonly Comparison[]): Comparison | null =>
  all.findLast(({ share }) => share >= 0.5) ?? all[0] ?? null;

/** Returns a square for each level: better than most of its games, like them, or
 * worse. */
export const squares = (all: readonly Comparison[]): string =>
  all.map(({ share }) => (share >= 2 / 3 ? '🟩' : share >= 1 / 3 ? '🟨' : '⬜')).join('');

/** Width of the chart of margins, in its own units. */
export const CHART = 1000;

/** Returns the horizontal scale of a chart that includes zero and all margins. */
export function scaleOf(
  margins: Margins,
  own: number,
): { least: number; most: number; at: (margin: number) => number } {
  const all = [0, own, ...Object.values(margins).flat()];
  const step = 10;
  const least = Math.floor((Math.min(...all) - 1) / step) * step;
  const most = Math.ceil((Math.max(...all) + 1) / step) * step;
  return { least, most, at: (margin) => ((margin - least) / (most - least)) * CHART };
}

/** Returns the vertical places of dots with equal margins, which are stacked: 0, 1,
 * and so on, in the order of the games. */
export function stacked(games: readonly number[]): number[] {
  const heights = new Map<number, number>();
  return games.map((margin) => {
    const height = heights.get(margin) ?? 0;
    heights.set(margin, height + 1);
    return height;
  });
}
