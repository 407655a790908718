// Markers that walk along a score track, space by space.

import { prefs } from './prefs.svelte';

/** Spaces of the printed track in one lap; on space 0 everybody begins (SETUP-5). */
const LAP = 50;

/** The space of a total on the printed track, and the laps before it. */
export function trackSpace(total: number): { space: number; laps: number } {
  if (total <= 0) return { space: 0, laps: 0 };
  return { space: ((total - 1) % LAP) + 1, laps: Math.floor((total - 1) / LAP) };
}

/** The time of a whole walk and the bounds of one step, in milliseconds. */
const WALK = 1_000;
const QUICK = 25;
const CALM = 120;

/** A total on its way to another one. */
export class Walk {
  at = $state(0);
  /** How long the current steps take, in milliseconds. */
  pace = $state(CALM);
  #goal: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: number) {
    this.at = start;
    this.#goal = start;
  }

  /** Walks forward to a total. Backwards, as when a move is taken back, out of
   * sight and with reduced motion it is there at once. */
  to(goal: number): void {
    if (goal === this.#goal) return;
    this.#goal = goal;
    clearTimeout(this.#timer);
    const steps = goal - this.at;
    if (steps <= 0 || prefs.still || document.hidden) {
      this.at = goal;
      return;
    }
    this.pace = Math.round(Math.min(CALM, Math.max(QUICK, WALK / steps)));
    this.#step();
  }

  /** Stays where it is. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    this.at += 1;
    if (this.at < this.#goal) this.#timer = setTimeout(() => this.#step(), this.pace);
  }
}
