// A queue that shows arriving moves of other players one after another. Queued
// moves are not drawn yet; acting or skipping shows the current game.

import type { GameView } from '../wire/wire';
import type { Move } from './moves';

/** A move and the game after it. */
export interface Waiting {
  move: Move;
  game: GameView;
}

/** Shows a move and returns the delay before the next one, in milliseconds. */
export type Shower = (waiting: Waiting, before: GameView | null) => number;

/** Queue length above which moves are shown faster to catch up. */
const CALM = 5;
/** Minimum time per move in milliseconds, regardless of the queue length. */
const LEAST = 180;

/** Returns how long a move is shown when `waiting` moves are queued. */
export const hurried = (lasts: number, waiting: number): number =>
  waiting <= CALM ? lasts : Math.max(LEAST, (lasts * CALM) / waiting);

export class Live {
  readonly #show: Shower;
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deed: (() => void) | null = null;
  /** Time until which the last move is still being shown. */
  #free = 0;
  /** The game to draw while moves are queued; `null` to draw the current one. */
  game = $state.raw<GameView | null>(null);
  /** Event number of the last move that is drawn. */
  seq = $state(Infinity);
  /** Number of moves of this batch that are drawn, and their total. */
  number = $state(0);
  of = $state(0);

  constructor(show: Shower) {
    this.#show = show;
    document.addEventListener('visibilitychange', this.#wake);
  }

  isOn = $derived.by(() => this.game !== null);

  /** Adds a move that has arrived; `before` is the game before it. */
  push(waiting: Waiting, before: GameView | null): void {
    const isFree = this.#waiting.length === 0 && performance.now() >= this.#free && !document.hidden;
    if (isFree || before === null) {
      [this.number, this.of] = [1, 1];
      this.#free = performance.now() + this.#show(waiting, before);
      return;
    }
    if (this.game === null) {
      this.game = before;
      this.seq = waiting.move.seq - 1;
    }
    this.#waiting.push(waiting);
    this.of += 1;
    this.#arrange();
  }

  /** Delays queued moves by `lasts` milliseconds while something else is
   * shown. */
  hold(lasts: number): void {
    this.#free = performance.now() + lasts;
    [this.number, this.of] = [0, 0];
  }

  /** Runs `deed` once all moves are shown. */
  whenIdle(deed: () => void): void {
    this.#deed = deed;
    this.#arrange();
  }

  /** Shows the current game and clears the queue. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#free = 0;
    this.game = null;
    this.seq = Infinity;
    [this.number, this.of] = [0, 0];
    if (this.#deed !== null) this.#arrange();
  }

  close(): void {
    this.#deed = null;
    this.skip();
    document.removeEventListener('visibilitychange', this.#wake);
  }

  /** In a hidden tab moves stay queued until it is visible. */
  readonly #wake = (): void => this.#arrange();

  #arrange(): void {
    clearTimeout(this.#timer);
    if (document.hidden || (this.#waiting.length === 0 && this.#deed === null)) return;
    this.#timer = setTimeout(() => this.#step(), Math.max(0, this.#free - performance.now()));
  }

  #step(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      const deed = this.#deed;
      this.#deed = null;
      deed?.();
      return;
    }
    const before = this.game;
    this.number += 1;
    const isLast = this.#waiting.length === 0;
    this.game = isLast ? null : next.game;
    this.seq = isLast ? Infinity : next.move.seq;
    const lasts = hurried(this.#show(next, before), this.#waiting.length);
    this.#free = performance.now() + lasts;
    this.#arrange();
  }
}
