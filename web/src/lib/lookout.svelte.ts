// Where one looks from: the camera over a board, and how it moves.

import type { Place, Xy } from '../wire/wire';
import type { Aim } from './aim';
import { around, centred, fit, isInSight, leashed, middle, TILE, zoomed, type Box, type Camera, type Insets, type Window } from './geometry';
import { prefs } from './prefs.svelte';

const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const GLIDE = 320;
/** Room around the map, where tiles may come. */
const MARGIN = TILE * 1.15;

export class Lookout {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  width = $state(0);
  height = $state(0);
  inset = $state.raw<Insets>(NO_INSETS);
  covers = $state.raw<readonly Box[]>([]);
  /** Whether a hand is on the board. */
  isHeld = $state(false);
  #box: Box = { left: 0, top: 0, right: TILE, bottom: TILE };
  /** Whether one has moved the board oneself: then it stays where it is. */
  #isOwn = false;
  #frame = 0;
  /** Where the camera is on its way to. */
  #goal = $state.raw<Camera | null>(null);
  /** Where one looked from before coming near. */
  #before: Camera | null = null;
  /** What is to be in sight, until one moves the board oneself. */
  #aim: Aim | null = null;

  /** What one looks through. */
  get window(): Window {
    return { width: this.width, height: this.height, inset: this.inset, covers: this.covers };
  }

  /** The scale at which the board comes to rest. */
  get restingScale(): number {
    return (this.#goal ?? this.camera).k;
  }

  /** Follows the map as it grows; until one moves it, all of it is in sight. */
  follow(cells: readonly Xy[], reach: Box | null): void {
    const box = around(cells, MARGIN);
    this.#box = box === null ? (reach ?? this.#box) : reach === null ? box : join(box, reach);
    if (this.width === 0) return;
    if (this.#aim !== null) {
      this.aim(this.#aim.tile, this.#aim.points);
    } else if (!this.#isOwn && this.#before === null) {
      const whole = fit(this.#box, this.window);
      if (this.#goal === null) this.camera = whole;
      else this.#glide(whole);
    }
  }

  /** The whole map, from now on. */
  fit(): void {
    this.#let();
    this.#isOwn = false;
    this.#glide(fit(this.#box, this.window));
  }

  drag(dx: number, dy: number): void {
    this.#let();
    this.#stop();
    const { x, y, k } = this.camera;
    this.camera = leashed({ x: x + dx, y: y + dy, k }, this.#box, this.window);
  }

  zoom(x: number, y: number, factor: number): void {
    this.#let();
    this.#stop();
    this.camera = leashed(zoomed(this.camera, x, y, factor), this.#box, this.window);
  }

  /** One step nearer or farther, about the middle. */
  step(factor: number): void {
    this.#let();
    const { width, height } = this;
    this.#glide(leashed(zoomed(this.camera, width / 2, height / 2, factor), this.#box, this.window));
  }

  /** Looks at a cell. */
  centre(cell: Xy): void {
    this.#let();
    this.#glide(centred(middle(cell), Math.max(this.camera.k, 0.6), this.window));
  }

  /** Looks at a part of the board, all of it. */
  frame(box: Box): void {
    this.#let();
    this.#glide(fit(box, this.window));
  }

  /** Looks so that what can be chosen is in sight and does not overlap, and
   * goes on doing so when something covers more or less of the board. */
  aim(tile: Xy | null, points: readonly Place[]): void {
    const aim = { tile, points };
    this.#aim = aim;
    void this.#seek(({ aimed }, from) => (this.#aim === aim ? aimed(from, aim, this.window) : from));
  }

  /** Goes to where points are in sight, once. */
  visit(points: readonly Place[]): void {
    this.#aim = null;
    void this.#seek(({ aimed }, from) => aimed(from, { tile: null, points }, this.window));
  }

  /** Goes as far as needed to see a point. */
  peek(point: Place): void {
    void this.#seek(({ seen }, from) => seen(from, point, this.window));
  }

  /** How to aim is not needed to see a board, so it comes later. */
  async #seek(find: (ways: typeof import('./aim'), from: Camera) => Camera): Promise<void> {
    const ways = await import('./aim');
    if (this.width === 0) return;
    // On the way somewhere else, it counts where that is.
    const from = this.#goal ?? this.camera;
    const to = find(ways, from);
    if (to === from) return;
    this.#before ??= from;
    this.#glide(to);
  }

  /** Back to where one looked from before coming near. */
  retreat(): void {
    this.#aim = null;
    if (this.#before === null) return;
    const before = this.#before;
    this.#before = null;
    // The map may have grown meanwhile.
    this.#glide(this.#isOwn ? before : fit(this.#box, this.window));
  }

  /** Looks at a cell if it is not in sight. */
  reveal(cell: Xy): void {
    if (this.width === 0 || isInSight(this.camera, cell, this.window)) return;
    this.#glide(centred(middle(cell), this.camera.k, this.window));
  }

  /** One looks for oneself from here on. */
  #let(): void {
    this.#isOwn = true;
    this.#before = null;
    this.#aim = null;
  }

  #glide(to: Camera): void {
    this.#stop();
    if (prefs.still) {
      this.camera = to;
      return;
    }
    const from = this.camera;
    const start = performance.now();
    this.#goal = to;
    const tick = (now: number): void => {
      // The time of a frame can lie before the moment that asked for it.
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
      const eased = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number): number => a + (b - a) * eased;
      this.camera = { x: mix(from.x, to.x), y: mix(from.y, to.y), k: mix(from.k, to.k) };
      if (part < 1) this.#frame = requestAnimationFrame(tick);
      else this.#goal = null;
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }
}

function join(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
