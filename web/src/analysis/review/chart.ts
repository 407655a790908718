// The chart of a review, computed from its JSON (`docs/analysis.md`). Values are
// thousandths, as there.

import type { ReviewStepView, ReviewView } from '../../wire/wire';

/** A point of a line: `x` in steps, `y` the chance of winning. */
export interface ChartPoint {
  x: number;
  y: number;
}

/** The two parts of a step: changes in the chance of winning by the draw and by
 * the played turn. */
export interface StepParts {
  luck: number;
  error: number;
}

/** Returns the seats that have a line. With two players, the line of the first
 * one shows both. */
export const seatsWithLines = ({ players }: ReviewView): number[] =>
  players.length === 2 ? [0] : players.map(({ seat }) => seat);

/** Returns the line of a seat: the start, and for each step the chance after its
 * draw, with the best turn, and after the played turn. */
export function lineOf({ start, steps }: ReviewView, seat: number): ChartPoint[] {
  const of = (win: readonly number[]): number => win[seat] ?? 0;
  return [
    { x: 0, y: of(start.win) },
    ...steps.flatMap(({ best, after }, n) => [
      { x: n + 0.5, y: of(best.win) },
      { x: n + 1, y: of(after.win) },
    ]),
  ];
}

/** Returns luck and error of each step: with two players those of the line, with
 * more those of the player who acted. */
export const partsOfSteps = ({ steps, players }: ReviewView): StepParts[] =>
  steps.map(({ seat, best, after, win_luck }) => {
    const of = players.length === 2 ? 0 : seat;
    return { luck: win_luck[of] ?? 0, error: (after.win[of] ?? 0) - (best.win[of] ?? 0) };
  });

/** Returns the height of a chart of parts: the largest one, but at least a tenth
 * of a win, so that small ones look small. */
export const mostOf = (parts: readonly StepParts[]): number =>
  Math.max(100, ...parts.flatMap(({ luck, error }) => [Math.abs(luck), Math.abs(error)]));

/** Returns the number of the step that belongs to the position after `actions`
 * actions of the record: `preferred` if it does, otherwise the first that ends
 * there or later. */
export function stepAt(steps: readonly ReviewStepView[], actions: number, preferred: number): number {
  const endOf = ({ at, played }: ReviewStepView): number => at + played.length;
  const one = steps[preferred];
  if (one !== undefined && one.at <= actions && actions <= endOf(one)) return preferred;
  const found = steps.findIndex((step) => actions <= endOf(step));
  return found === -1 ? steps.length - 1 : found;
}
