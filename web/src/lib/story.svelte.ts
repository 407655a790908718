// Replay of past moves, one after another.

import type { Move } from './moves';

/** Delay before the first move, so that the player sees it appear, in
 * milliseconds. */
const PRELUDE = 350;
/** Minimum time per move, in milliseconds. */
const STEP = 900;
/** Caption length, in characters, that is read within `STEP`; longer captions
 * add `PER_LETTER` milliseconds per character, up to `LONGEST` in total. */
const AT_ONCE = 45;
const PER_LETTER = 18;
const LONGEST = 3_200;
/** Extra time for the caption of the last move, in milliseconds. */
const CODA = 1_400;

/** Returns how long a move with a caption of `letters` characters is shown. */
export const lasting = (letters: number): number =>
  Math.min(LONGEST, STEP + Math.max(0, letters - AT_ONCE) * PER_LETTER);

/** Callbacks of a replay. */
export interface Teller {
  /** Shows a move and returns its caption. */
  show: (move: Move) => string;
  /** Called when the replay has ended. */
  done: () => void;
}

export class Story {
  readonly #teller: Teller;
  #moves = $state.raw<readonly Move[]>([]);
  #at = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Caption of the move that is shown. */
  text = $state('');

  constructor(teller: Teller) {
    this.#teller = teller;
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
  told = $derived.by((): readonly Move[] => this.#moves.slice(0, this.#at + 1));
  number = $derived.by(() => this.#at + 1);
  of = $derived.by(() => this.#moves.length);

  /** Replays `moves` from the first. */
  tell(moves: readonly Move[]): void {
    this.stop();
    if (moves.length === 0) return;
    this.#moves = moves;
    this.#timer = setTimeout(() => this.#step(), PRELUDE);
  }

  /** Stops the replay. */
  stop(): void {
    clearTimeout(this.#timer);
    if (!this.isOn) return;
    this.#moves = [];
    this.#at = -1;
    this.text = '';
    this.#teller.done();
  }

  #step(): void {
    this.#at += 1;
    const { move } = this;
    if (move === null) return;
    this.text = this.#teller.show(move);
    const isLast = this.#at === this.#moves.length - 1;
    const pause = lasting(this.text.length);
    this.#timer = setTimeout(() => (isLast ? this.stop() : this.#step()), isLast ? pause + CODA : pause);
  }
}
