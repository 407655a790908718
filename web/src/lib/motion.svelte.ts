// Transient animations over the board: lights on completed features, points
// where they are scored, figures and points that fly to the players.

import type { FigureView, BoardPoint } from '../wire/wire';
import type { Change, WalkStep } from './expansionEvents';
import { prefs } from './prefs.svelte';
import type { Schedule } from './schedule';
import { play } from './sound';

/** Points at the place where they are scored. */
export interface Chip {
  id: number;
  place: BoardPoint;
  row: number;
  seats: readonly number[];
  points: number;
}

/** A completed feature that lights up once. */
export interface Light {
  id: number;
  outline: string;
  seats: readonly number[];
}

/** An object that flies from the board to the panel of a player. */
export interface Flight {
  id: number;
  from: BoardPoint;
  seat: number;
  what: { kind: 'points'; points: number } | { kind: 'figure'; figure: FigureView };
}

/** Time points stay where they are scored before they fly, in milliseconds. */
const CHIP_STAYS = 1_050;
/** With reduced motion they are shown for as long as both would take. */
const CHIP_STANDS = 2_400;
export const FLIGHT_TAKES = 620;
const LIGHT_TAKES = 1_400;

/** Returns the outline of a feature by one of its sites, or `null` if it is not
 * known. */
export type Outlines = (site: string) => Promise<string | null>;

export class Motion {
  chips = $state.raw<readonly Chip[]>([]);
  lights = $state.raw<readonly Light[]>([]);
  flights = $state.raw<readonly Flight[]>([]);
  /** Figures that have left the game and whose flight has not started yet. */
  leavingFigures = $state.raw<readonly FigureView[]>([]);
  /** Points still being animated, by seat: not included in the displayed
   * score. */
  pendingPoints = $state.raw<readonly number[]>([]);
  /** Shows a piece on its way while it walks. */
  walking = $state.raw<Change | null>(null);
  readonly #outlines: Outlines;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #count = 0;

  constructor(outlines: Outlines) {
    this.#outlines = outlines;
  }

  /** Plays a schedule. `onStep` is called with each space that a piece
   * reaches. */
  run({ cues }: Schedule, onStep: (step: WalkStep) => void = () => {}): void {
    const isReduced = prefs.reducedMotion;
    const walk = cues.find((cue) => cue.kind === 'walk');
    if (!isReduced && walk !== undefined && walk.start !== null) this.walking = walk.start;
    for (const cue of cues) {
      // With reduced motion everything is shown immediately; sounds keep their
      // timing.
      const at = isReduced && cue.kind !== 'sound' ? 0 : cue.at;
      switch (cue.kind) {
        case 'sound':
          this.#after(at, () => play(cue.sound));
          break;
        case 'light': {
          const outline = this.#outlines(cue.site);
          this.#after(at, () => void outline.then((found) => this.#light(found, cue.seats)));
          break;
        }
        case 'points':
          if (!isReduced) this.#addPending(cue.seats, cue.points);
          this.#after(at, () => this.#chip(cue, isReduced));
          break;
        case 'home':
          if (isReduced) break;
          this.leavingFigures = [...this.leavingFigures, cue.figure];
          this.#after(at, () => {
            this.leavingFigures = this.leavingFigures.filter((figure) => figure !== cue.figure);
            this.#fly({ from: cue.figure.at, seat: cue.figure.seat, what: { kind: 'figure', figure: cue.figure } });
          });
          break;
        case 'walk':
          this.#after(at, () => {
            this.walking = isReduced || cue.isLast ? null : cue.step.show;
            onStep(cue.step);
          });
      }
    }
  }

  /** Shows the points of a step of the final scoring, without a flight. */
  showPoints(place: BoardPoint, seats: readonly number[], points: number): void {
    this.chips = [{ id: this.#next(), place, row: 0, seats, points }];
  }

  /** Stops all animations immediately. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.chips = [];
    this.lights = [];
    this.flights = [];
    this.leavingFigures = [];
    this.pendingPoints = [];
    this.walking = null;
  }

  #chip({ place, row, seats, points }: Omit<Chip, 'id'>, isReduced: boolean): void {
    const chip = { id: this.#next(), place, row, seats, points };
    this.chips = [...this.chips, chip];
    this.#after(isReduced ? CHIP_STANDS : CHIP_STAYS, () => {
      this.chips = this.chips.filter((one) => one.id !== chip.id);
      if (isReduced) return;
      for (const seat of seats) this.#fly({ from: place, seat, what: { kind: 'points', points } });
      this.#after(FLIGHT_TAKES, () => this.#addPending(seats, -points));
    });
  }

  #light(outline: string | null, seats: readonly number[]): void {
    if (outline === null) return;
    const light = { id: this.#next(), outline, seats };
    this.lights = [...this.lights, light];
    this.#after(LIGHT_TAKES, () => (this.lights = this.lights.filter((one) => one.id !== light.id)));
  }

  #fly(flight: Omit<Flight, 'id'>): void {
    const id = this.#next();
    this.flights = [...this.flights, { ...flight, id }];
    this.#after(FLIGHT_TAKES, () => (this.flights = this.flights.filter((one) => one.id !== id)));
  }

  #addPending(seats: readonly number[], points: number): void {
    const pendingPoints = [...this.pendingPoints];
    for (const seat of seats) pendingPoints[seat] = (pendingPoints[seat] ?? 0) + points;
    this.pendingPoints = pendingPoints;
  }

  #after(wait: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, wait);
    this.#timers.add(timer);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
