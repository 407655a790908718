// The values around a turn of a review. Thousandths, as in its JSON
// (`docs/analysis.md`).

import type { ReviewStepView } from '../../wire/wire';

/** A value, or a change between two values, for the player of the turn. */
export interface StepValue {
  name: 'before' | 'luck' | 'best' | 'loss' | 'played';
  isChange: boolean;
  margin: number;
  win: number;
}

/** Returns the values before the draw, of the best turn and of the played one, and
 * the changes between them. The first two are left out without a draw, and the loss
 * of a turn as good as the best. */
export function valuesOf({ seat, draws, best, after, luck, win_luck }: ReviewStepView): StepValue[] {
  const of = (list: readonly number[]): number => list[seat] ?? 0;
  const value = (name: StepValue['name'], margin: number, win: number, isChange = false): StepValue => ({
    name,
    isChange,
    margin,
    win,
  });
  const all = [
    value('before', of(best.margin) - of(luck), of(best.win) - of(win_luck)),
    value('luck', of(luck), of(win_luck), true),
    value('best', of(best.margin), of(best.win)),
    value('loss', of(after.margin) - of(best.margin), of(after.win) - of(best.win), true),
    value('played', of(after.margin), of(after.win)),
  ];
  const isEmpty = ({ margin, win }: StepValue): boolean => margin === 0 && win === 0;
  return all.filter(
    (one) => !(one.name === 'loss' && isEmpty(one)) && !(draws.length === 0 && /before|luck/.test(one.name)),
  );
}
