// The camera over a board and its movements.

import type { Place, Xy } from '../wire/wire';
import type * as Aims from './aim';
import {
  around,
  centred,
  fit,
  isInSight,
  leashed,
  middle,
  TILE,
  zoomed,
  type Box,
  type Camera,
  type Insets,
  type Window,
} from './geometry';
import { prefs } from './prefs.svelte';

const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const GLIDE = 320;
/** Margin around the map for tiles still to be placed. */
const MARGIN = TILE * 1.15;

export class Lookout {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  width = $state(0);
  height = $state(0);
  inset = $state.raw<Insets>(NO_INSETS);
  covers = $state.raw<readonly Box[]>([]);
  /** True while a pointer holds the board. */
  isHeld = $state(false);
  #box: Box = { left: 0, top: 0, right: TILE, bottom: TILE };
  /** True if the player moved the board: automatic movements then stop. */
  #isOwn = false;
  #frame = 0;
  /** Target of the current camera movement. */
  #goal = $state.raw<Camera | null>(null);
  /** Camera position before an automatic movement, to return to. */
  #before: Camera | null = null;
  /** Points to keep in view until the player moves the board. */
  #aim: Aims.Aim | null = null;

  /** The visible area of the board. */
  get window(): Window {
    return { width: this.width, height: this.height, inset: this.inset, covers: this.covers };
  }

  /** Scale at the end of the current movement. */
  get restingScale(): number {
    return (this.#goal ?? this.camera).k;
  }

  /** Updates the extent of the map; shows all of it until the player moves the
   * board. */
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

  /** Shows the whole map and keeps it in view. */
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

  /** Zooms by `factor` about the centre of the screen. */
  step(factor: number): void {
    this.#let();
    const { width, height } = this;
    this.#glide(leashed(zoomed(this.camera, width / 2, height / 2, factor), this.#box, this.window));
  }

  /** Centres a cell. */
  centre(cell: Xy): void {
    this.#let();
    this.#glide(centred(middle(cell), Math.max(this.camera.k, 0.6), this.window));
  }

  /** Shows all of a box of the board. */
  frame(box: Box): void {
    this.#let();
    this.#glide(fit(box, this.window));
  }

  /** Moves the camera so that the choices are visible and do not overlap, and
   * keeps them visible when the covered part of the board changes. */
  aim(tile: Xy | null, points: readonly Place[]): void {
    const aim = { tile, points };
    this.#aim = aim;
    void this.#seek(({ aimed }, from) => (this.#aim === aim ? aimed(from, aim, this.window) : from));
  }

  /** Moves once so that `points` are visible. */
  visit(points: readonly Place[]): void {
    this.#aim = null;
    void this.#seek(({ aimed }, from) => aimed(from, { tile: null, points }, this.window));
  }

  /** Moves as little as needed to make a point visible. */
  peek(point: Place): void {
    void this.#seek(({ seen }, from) => seen(from, point, this.window));
  }

  /** Loads `aim` on first use: a board can be shown without it. */
  async #seek(find: (ways: typeof Aims, from: Camera) => Camera): Promise<void> {
    const ways = await import('./aim');
    if (this.width === 0) return;
    // During a movement, start from its target.
    const from = this.#goal ?? this.camera;
    const to = find(ways, from);
    if (to === from) return;
    this.#before ??= from;
    this.#glide(to);
  }

  /** Returns to the camera position before the automatic movements. */
  retreat(): void {
    this.#aim = null;
    if (this.#before === null) return;
    const before = this.#before;
    this.#before = null;
    // The map may have grown since.
    this.#glide(this.#isOwn ? before : fit(this.#box, this.window));
  }

  /** Centres a cell unless it is visible. */
  reveal(cell: Xy): void {
    if (this.width === 0 || isInSight(this.camera, cell, this.window)) return;
    this.#glide(centred(middle(cell), this.camera.k, this.window));
  }

  /** Gives the player control of the camera. */
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
      // The timestamp of a frame can be earlier than the request for it.
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
