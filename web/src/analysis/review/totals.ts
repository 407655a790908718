// Totals of a review, rounded for display.

import type { ReviewPlayerView } from '../../wire/wire';

/** Start, luck, skill and margin of a player, in points with one decimal. */
export interface Totals {
  start: number;
  luck: number;
  skill: number;
  margin: number;
}

/** Returns tenths of a point, rounded alike for both signs. */
const tenths = (thousandths: number): number => Math.sign(thousandths) * Math.round(Math.abs(thousandths) / 100);

/** Returns the totals of a player. Rounded values add up to the rounded margin
 * too: skill, the largest of them in most games, takes the difference. */
export function totalsOf({ start, luck, margin }: ReviewPlayerView): Totals {
  const [first, second, last] = [tenths(start), tenths(luck), tenths(margin)];
  return { start: first / 10, luck: second / 10, skill: (last - first - second) / 10, margin: last / 10 };
}
