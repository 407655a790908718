// A queue that shows arriving moves of other players one after another. Queued
// moves are not drawn yet; acting or skipping shows the current game.

import type { GameView } from '../wire/wire';
import type { Move } from './moves';

/** A move and the game after it. */
export interface QueuedMove {
  move: Move;
  game: GameView;
}

/** Shows a move and returns the delay before the next one, in milliseconds. */
export type ShowMove = (queued: QueuedMove, before: GameView | null) => number;

/** Queue length above which moves are shown faster to catch up. */
const FAST_ABOVE = 5;
/** Minimum time per move in milliseconds, regardless of the queue length. */
const MIN_TIME = 180;

/** Returns how long a move is shown when `waiting` moves are queued. */
export const shortened = (lasts: number, queued: number): number =>
  queued <= FAST_ABOVE ? lasts : Math.max(MIN_TIME, (lasts * FAST_ABOVE) / queued);

export class MoveQueue {
  readonly #show: ShowMove;
  #queued: QueuedMove[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idleTask: (() => void) | null = null;
  /** Time until which the last move is still being shown. */
  #freeAt = 0;
  /** The game to draw while moves are queued; `null` to draw the current one. */
  game = $state.raw<GameView | null>(null);
  /** Event number of the last move that is drawn. */
  seq = $state(Infinity);
  /** Number of moves of this batch that are drawn, and their total. */
  number = $state(0);
  of = $state(0);

  constructor(show: ShowMove) {
    this.#show = show;
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
  }

  isOn = $derived.by(() => this.game !== null);

  /** Adds a move that has arrived; `before` is the game before it. */
  push(queued: QueuedMove, before: GameView | null): void {
    const isFree = this.#queued.length === 0 && performance.now() >= this.#freeAt && !document.hidden;
    if (isFree || before === null) {
      [this.number, this.of] = [1, 1];
      this.#freeAt = performance.now() + this.#show(queued, before);
      return;
    }
    if (this.game === null) {
      this.game = before;
      this.seq = queued.move.seq - 1;
    }
    this.#queued.push(queued);
    this.of += 1;
    this.#schedule();
  }

  /** Delays queued moves by `lasts` milliseconds while something else is
   * shown. */
  delay(lasts: number): void {
    this.#freeAt = performance.now() + lasts;
    [this.number, this.of] = [0, 0];
  }

  /** Runs `task` once all moves are shown. */
  whenIdle(task: () => void): void {
    this.#idleTask = task;
    this.#schedule();
  }

  /** Shows the current game and clears the queue. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#queued = [];
    this.#freeAt = 0;
    this.game = null;
    this.seq = Infinity;
    [this.number, this.of] = [0, 0];
    if (this.#idleTask !== null) this.#schedule();
  }

  close(): void {
    this.#idleTask = null;
    this.skip();
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
  }

  /** In a hidden tab moves stay queued until it is visible. */
  readonly #onVisibilityChange = (): void => this.#schedule();

  #schedule(): void {
    clearTimeout(this.#timer);
    if (document.hidden || (this.#queued.length === 0 && this.#idleTask === null)) return;
    this.#timer = setTimeout(() => this.#step(), Math.max(0, this.#freeAt - performance.now()));
  }

  #step(): void {
    const next = this.#queued.shift();
    if (next === undefined) {
      const task = this.#idleTask;
      this.#idleTask = null;
      task?.();
      return;
    }
    const before = this.game;
    this.number += 1;
    const isLast = this.#queued.length === 0;
    this.game = isLast ? null : next.game;
    this.seq = isLast ? Infinity : next.move.seq;
    const lasts = shortened(this.#show(next, before), this.#queued.length);
    this.#freeAt = performance.now() + lasts;
    this.#schedule();
  }
}
