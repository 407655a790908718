// Markers that move along a score track, space by space.

import { prefs } from './prefs.svelte';

/** Spaces per lap of the printed track; all players start on space 0
 * (SETUP-5). */
const LAP = 50;

/** Returns the space of a total on the printed track and the number of
 * completed laps. */
export function trackSpace(total: number): { space: number; laps: number } {
  if (total <= 0) return { space: 0, laps: 0 };
  return { space: ((total - 1) % LAP) + 1, laps: Math.floor((total - 1) / LAP) };
}

/** Duration of a whole walk and bounds for one step, in milliseconds. */
const WALK = 1_000;
const QUICK = 25;
const CALM = 120;

/** A displayed total that moves towards its target. */
export class Walk {
  at = $state(0);
  /** Duration of one step, in milliseconds. */
  pace = $state(CALM);
  #goal: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: number) {
    this.at = start;
    this.#goal = start;
  }

  /** Walks forward to a total. Jumps if the total decreases (a move was taken
   * back), if the page is hidden, or with reduced motion. */
  to(goal: number): void {
    if (goal === this.#goal) return;
    this.#goal = goal;
    clearTimeout(this.#timer);
    const steps = goal - this.at;
    if (steps <= 0 || prefs.reducedMotion || document.hidden) {
      this.at = goal;
      return;
    }
    this.pace = Math.round(Math.min(CALM, Math.max(QUICK, WALK / steps)));
    this.#step();
  }

  /** Stops the walk where it is. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    this.at += 1;
    if (this.at < this.#goal) this.#timer = setTimeout(() => this.#step(), this.pace);
  }
}
