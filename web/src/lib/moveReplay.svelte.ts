// Replay of past moves, one after another.

import type { Move } from './moves';

/** Delay before the first move, so that the player sees it appear, in
 * milliseconds. */
const START_DELAY = 350;
/** Minimum time per move, in milliseconds. */
const MIN_TIME = 900;
/** Caption length, in characters, that is read within `MIN_TIME`; longer captions
 * add `PER_LETTER` milliseconds per character, up to `MAX_TIME` in total. */
const SHORT_CAPTION = 45;
const PER_LETTER = 18;
const MAX_TIME = 3_200;
/** Extra time for the caption of the last move, in milliseconds. */
const END_DELAY = 1_400;

/** Returns how long a move with a caption of `letters` characters is shown. */
export const captionTime = (letters: number): number =>
  Math.min(MAX_TIME, MIN_TIME + Math.max(0, letters - SHORT_CAPTION) * PER_LETTER);

/** Callbacks of a replay. */
export interface ReplayCallbacks {
  /** Shows a move and returns its caption. */
  show: (move: Move) => string;
  /** Called when the replay has ended. */
  done: () => void;
}

export class MoveReplay {
  readonly #callbacks: ReplayCallbacks;
  #moves = $state.raw<readonly Move[]>([]);
  #at = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Caption of the move that is shown. */
  text = $state('');

  constructor(callbacks: ReplayCallbacks) {
    this.#callbacks = callbacks;
  }

  /** True while a replay is running. */
  isOn = $derived.by(() => this.#moves.length > 0);
  /** The move that is shown; `null` before the first. */
  move = $derived.by((): Move | null => this.#moves[this.#at] ?? null);
  /** Event number of the first replayed move. */
  from = $derived.by((): number => this.#moves[0]?.seq ?? Infinity);
  /** Event number of the last event that is visible in the replay. */
  seq = $derived.by((): number => this.move?.seq ?? this.from - 1);
  /** The moves shown so far. */
  shown = $derived.by((): readonly Move[] => this.#moves.slice(0, this.#at + 1));
  number = $derived.by(() => this.#at + 1);
  of = $derived.by(() => this.#moves.length);

  /** Replays `moves` from the first. */
  start(moves: readonly Move[]): void {
    this.stop();
    if (moves.length === 0) return;
    this.#moves = moves;
    this.#timer = setTimeout(() => this.#step(), START_DELAY);
  }

  /** Stops the replay. */
  stop(): void {
    clearTimeout(this.#timer);
    if (!this.isOn) return;
    this.#moves = [];
    this.#at = -1;
    this.text = '';
    this.#callbacks.done();
  }

  #step(): void {
    this.#at += 1;
    const { move } = this;
    if (move === null) return;
    this.text = this.#callbacks.show(move);
    const isLast = this.#at === this.#moves.length - 1;
    const pause = captionTime(this.text.length);
    this.#timer = setTimeout(() => (isLast ? this.stop() : this.#step()), isLast ? pause + END_DELAY : pause);
  }
}
