// Marks and restrictions of a lesson at a table.

import type { FeatureView, Xy } from '../../wire/wire';

export class LessonState {
  /** Cells that are marked. */
  marks = $state.raw<readonly Xy[]>([]);
  /** A feature that is outlined without its card. */
  outlinedFeature = $state.raw<FeatureView | null>(null);
  /** Height of the lesson card in pixels. */
  cardHeight = $state(0);
  /** Seats of the reader if they differ from the seats this page plays: a
   * lesson plays the opponent as well. */
  reader: readonly number[] | null = null;
  /** Returns the reason not to send a turn if the lesson expects a different
   * one, otherwise `null`. Without a lesson the function is `null`. */
  checkTurn: ((actions: readonly string[]) => string | null) | null = null;
}
