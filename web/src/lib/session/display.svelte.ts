// The game as it is displayed: without moves that are still to be shown, or in
// an earlier state during a replay.

import type { GameView, Xy } from '../../wire/wire';
import type { EventAnimator } from '../eventAnimator.svelte';
import { cellOf, movesOf, sinceOwn, type Move } from '../moves';
import type { Table } from '../table.svelte';

/** The parts of a table that are displayed. */
type Source = Pick<Table, 'view' | 'events' | 'offers'>;
/** The parts of the animator that the display depends on. */
type Animator = Pick<EventAnimator, 'displayed'> & {
  queue: Pick<EventAnimator['queue'], 'isOn' | 'seq' | 'game'>;
  replay: Pick<EventAnimator['replay'], 'isOn' | 'shown'>;
  motion: Pick<EventAnimator['motion'], 'pendingPoints'>;
};

const cellsOf = (moves: readonly Move[]): Xy[] => moves.flatMap((move) => cellOf(move) ?? []);

export class GameDisplay {
  readonly #table: Source;
  readonly #animator: () => Animator | null;
  /** Scores of all seats while the final scoring is shown. */
  finalScores = $state.raw<readonly number[] | null>(null);
  /** True if the game ended while the page was open: its final scoring then
   * plays automatically. */
  hasJustEnded = false;
  /** Cell of a tile that is animated into place. */
  fresh = $state.raw<Xy | null>(null);

  constructor(table: Source, animator: () => Animator | null) {
    this.#table = table;
    this.#animator = animator;
  }

  /** The moves that were not taken back. */
  moves = $derived.by((): Move[] => movesOf(this.#table.events));

  /** Moves of the other players since the last move of the seat to act, or of
   * the seats of this client. */
  recentMoves = $derived.by((): Move[] => {
    const asked = this.#table.offers?.seat;
    return sinceOwn(this.moves, asked === undefined ? (this.#table.view?.yours ?? []) : [asked]);
  });

  /** The displayed game: the current one, or an earlier state while moves are
   * replayed. */
  game = $derived.by((): GameView | null => {
    const game = this.#table.view?.game ?? null;
    if (game === null) return null;
    return this.#animator()?.displayed(game) ?? game;
  });

  /** True while past moves are replayed. */
  isReplaying = $derived.by(() => this.#animator()?.replay.isOn ?? false);

  /** True if moves are waiting to be shown or are being replayed. */
  isBehind = $derived.by(() => this.isReplaying || (this.#animator()?.queue.isOn ?? false));

  /** The displayed scores, without points that are still being animated. */
  scores = $derived.by((): number[] => {
    const pending = this.#animator()?.motion.pendingPoints ?? [];
    return (this.finalScores ?? this.game?.scores ?? []).map((points, seat) => points - (pending[seat] ?? 0));
  });

  /** Cells of the other players' tiles since this player's last move, the
   * latest last. They are marked until the player moves. */
  recentCells = $derived.by((): Xy[] => {
    const { view } = this.#table;
    const animator = this.#animator();
    if (view === null) return [];
    if (this.isReplaying) return cellsOf(animator?.replay.shown ?? []);
    if (view.phase.kind !== 'playing') return [];
    const seen = animator?.queue.seq ?? Infinity;
    if (view.yours.length > 0) return cellsOf(this.recentMoves.filter((move) => move.seq <= seen));
    const last = seen === Infinity ? this.lastCell : (animator?.queue.game?.laid.at(-1)?.cell ?? null);
    return last === null ? [] : [last];
  });

  /** Cell of the last tile placed by any player. */
  lastCell = $derived.by((): Xy | null => {
    const game = this.#table.view?.game;
    return game && game.turns > 0 ? (game.laid.at(-1)?.cell ?? null) : null;
  });
}
