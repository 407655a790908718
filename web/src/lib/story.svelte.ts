// Some moves once more, one after the other.

import type { Move } from './moves';

/** Before the first move, so that one sees it come. */
const PRELUDE = 350;
/** How long a move is shown at least. */
const STEP = 900;
/** Words that are read meanwhile; what is longer takes longer. */
const AT_ONCE = 45;
const PER_LETTER = 18;
const LONGEST = 3_200;
/** How long the last move is spoken of before all is as it was. */
const CODA = 1_400;

/** How long a move is shown that takes so many letters to tell. */
export const lasting = (letters: number): number =>
  Math.min(LONGEST, STEP + Math.max(0, letters - AT_ONCE) * PER_LETTER);

/** What goes with the story while it is told. */
export interface Teller {
  /** Shows a move and returns what there is to read. */
  show: (move: Move) => string;
  /** All is as it was. */
  done: () => void;
}

export class Story {
  readonly #teller: Teller;
  #moves = $state.raw<readonly Move[]>([]);
  #at = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is to be read about the move that is shown. */
  text = $state('');

  constructor(teller: Teller) {
    this.#teller = teller;
  }

  /** Whether a story is being told. */
  isOn = $derived.by(() => this.#moves.length > 0);
  /** The move that is shown; none before the first. */
  move = $derived.by((): Move | null => this.#moves[this.#at] ?? null);
  /** The number of the first move that is told. */
  from = $derived.by((): number => this.#moves[0]?.seq ?? Infinity);
  /** The number of the last thing that has happened by now. */
  seq = $derived.by((): number => this.move?.seq ?? this.from - 1);
  /** The moves that were shown by now. */
  told = $derived.by((): readonly Move[] => this.#moves.slice(0, this.#at + 1));
  number = $derived.by(() => this.#at + 1);
  of = $derived.by(() => this.#moves.length);

  /** Tells of these moves, from the first. */
  tell(moves: readonly Move[]): void {
    this.stop();
    if (moves.length === 0) return;
    this.#moves = moves;
    this.#timer = setTimeout(() => this.#step(), PRELUDE);
  }

  /** Breaks off. */
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
