// Moves of others as they arrive, shown one after the other. What waits is not
// drawn yet; acting or skipping shows the game as it stands.

import type { GameView } from '../wire/wire';
import type { Move } from './moves';

/** A move, and the game after it. */
export interface Waiting {
  move: Move;
  game: GameView;
}

/** Shows a move, and returns for how long the next one waits. */
export type Shower = (waiting: Waiting, before: GameView | null) => number;

/** More moves than these are shown faster, so that the screen catches up. */
const CALM = 5;
/** The least time for a move, in milliseconds, however many wait. */
const LEAST = 180;

/** How long a move is shown while others wait. */
export const hurried = (lasts: number, waiting: number): number =>
  waiting <= CALM ? lasts : Math.max(LEAST, (lasts * CALM) / waiting);

export class Live {
  readonly #show: Shower;
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deed: (() => void) | null = null;
  /** Before this moment the last move is still looked at. */
  #free = 0;
  /** The game as it is drawn while moves wait; none if it is drawn as it stands. */
  game = $state.raw<GameView | null>(null);
  /** The number of the last move that is drawn. */
  seq = $state(Infinity);
  /** How many moves of this run are drawn, and how many there are. */
  number = $state(0);
  of = $state(0);

  constructor(show: Shower) {
    this.#show = show;
    document.addEventListener('visibilitychange', this.#wake);
  }

  isOn = $derived.by(() => this.game !== null);

  /** Takes a move that arrived; `before` is the game before it. */
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

  /** Lets moves wait, in milliseconds, for something else that is shown. */
  hold(lasts: number): void {
    this.#free = performance.now() + lasts;
    [this.number, this.of] = [0, 0];
  }

  /** Does something once all moves are shown. */
  whenIdle(deed: () => void): void {
    this.#deed = deed;
    this.#arrange();
  }

  /** Shows the game as it stands. */
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

  /** In a tab that is not seen moves wait until it is. */
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
