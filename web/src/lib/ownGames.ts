// Games of this player in a list, on the server or on this device.

import type { Family, Phase, SeatView, TableView } from '../wire/wire';

/** A game as it is listed. */
export interface OwnGame {
  id: string;
  phase: Phase['kind'];
  /** The seat to act. */
  toAct: number | null;
  seats: readonly SeatView[];
  yours: readonly number[];
  family: Family;
  rules: string;
  scores: readonly number[];
}

/** Returns the summary of a table with the seats `yours`. */
export function summaryOf(view: TableView, yours: readonly number[]): OwnGame {
  const { family, rules, scores, to_act } = view.game;
  return { id: view.id, phase: view.phase.kind, toAct: to_act, seats: view.seats, yours, family, rules, scores };
}

/** Returns true if the player is to act. */
export const isMyTurn = ({ phase, toAct, yours }: OwnGame): boolean =>
  phase === 'playing' && toAct !== null && yours.includes(toAct);

/** Sorts games: waiting for the player, in progress, not started, and at most
 * `mostOver` finished ones. Otherwise the order stays. */
export function inOrder(games: readonly OwnGame[], mostOver: number): OwnGame[] {
  const rank = (game: OwnGame): number => {
    if (game.phase !== 'playing') return game.phase === 'open' ? 2 : 3;
    return isMyTurn(game) ? 0 : 1;
  };
  const ranks = [0, 1, 2, 3].map((wanted) => games.filter((game) => rank(game) === wanted));
  return ranks.flatMap((some, at) => (at === 3 ? some.slice(0, mostOver) : some));
}
