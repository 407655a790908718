// The camera over a board and its movements.

import type { BoardPoint, Xy } from '../wire/wire';
import type * as FramingModule from './framing';
import {
  around,
  centred,
  fit,
  isVisible,
  join,
  constrained,
  middle,
  TILE,
  zoomed,
  type Box,
  type Transform,
  type Insets,
  type Viewport,
} from './geometry';
import { coverOf, insetsOf } from './covers';
import { prefs } from './prefs.svelte';

const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const MOVE_TIME = 320;
/** Margin around the map for tiles still to be placed. */
const MARGIN = TILE * 1.15;

export class Camera {
  transform = $state.raw<Transform>({ x: 0, y: 0, k: 1 });
  width = $state(0);
  height = $state(0);
  inset = $state.raw<Insets>(NO_INSETS);
  #covers = $state.raw<readonly Box[]>([]);
  /** A further part of the screen that no pin should be under. */
  reserved = $state.raw<Box | null>(null);
  /** The elements above the board. */
  readonly #above = new Set<HTMLElement>();
  #observer: ResizeObserver | null = null;
  /** True while a pointer holds the board. */
  isHeld = $state(false);
  #box: Box = { left: 0, top: 0, right: TILE, bottom: TILE };
  /** True if the player moved the board: automatic movements then stop. */
  #isManual = false;
  #frame = 0;
  /** Target of the current camera movement. */
  #target = $state.raw<Transform | null>(null);
  /** Camera position before an automatic movement, to return to. */
  #saved: Transform | null = null;
  /** Points to keep in view until the player moves the board. */
  #framing: FramingModule.Framing | null = null;

  /** The visible area of the board. */
  get viewport(): Viewport {
    const covers = this.reserved === null ? this.#covers : [...this.#covers, this.reserved];
    return { width: this.width, height: this.height, inset: this.inset, covers };
  }

  /** Attachment for elements above the board: the visible area excludes them on
   * the sides in their style `--inset`. */
  readonly cover = (element: HTMLElement): (() => void) => {
    this.#observer ??= new ResizeObserver(() => this.#measureTwice());
    this.#above.add(element);
    this.#observer.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#above.delete(element);
      this.measure();
    };
  };

  /** Attachment for a caption above the board: nothing that has to be seen
   * should be as high as the caption. */
  readonly reserve = (element: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => {
      this.reserved = { left: 0, top: 0, right: this.width, bottom: element.getBoundingClientRect().bottom };
      if (this.#framing !== null) this.keepInView(this.#framing.tile, this.#framing.points);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      this.reserved = null;
    };
  };

  /** Measures the elements above the board again. */
  measure(): void {
    if (this.width === 0) return;
    const covers = [...this.#above].map(coverOf);
    this.#covers = covers.map(({ box }) => box);
    const inset = insetsOf(this.width, this.height, covers);
    const isSame = SIDES.every((side) => inset[side] === this.inset[side]);
    if (!isSame) this.inset = inset;
  }

  /** Measures now, and again once elements have moved that are placed by the
   * size of others. */
  #measureTwice(): void {
    this.measure();
    requestAnimationFrame(() => this.measure());
  }

  /** Scale at the end of the current movement. */
  get restingScale(): number {
    return (this.#target ?? this.transform).k;
  }

  /** Updates the extent of the map; shows all of it until the player moves the
   * board. */
  setExtent(cells: readonly Xy[], reach: Box | null): void {
    const box = around(cells, MARGIN);
    this.#box = box === null ? (reach ?? this.#box) : reach === null ? box : join(box, reach);
    if (this.width === 0) return;
    if (this.#framing !== null) {
      this.keepInView(this.#framing.tile, this.#framing.points);
    } else if (!this.#isManual && this.#saved === null) {
      const whole = fit(this.#box, this.viewport);
      if (this.#target === null) this.transform = whole;
      else this.#animateTo(whole);
    }
  }

  /** Shows the whole map and keeps it in view. */
  fit(): void {
    this.#yieldToPlayer();
    this.#isManual = false;
    this.#animateTo(fit(this.#box, this.viewport));
  }

  drag(dx: number, dy: number): void {
    this.#yieldToPlayer();
    this.#stop();
    const { x, y, k } = this.transform;
    this.transform = constrained({ x: x + dx, y: y + dy, k }, this.#box, this.viewport);
  }

  zoom(x: number, y: number, factor: number): void {
    this.#yieldToPlayer();
    this.#stop();
    this.transform = constrained(zoomed(this.transform, x, y, factor), this.#box, this.viewport);
  }

  /** Zooms by `factor` about the centre of the screen. */
  zoomBy(factor: number): void {
    this.#yieldToPlayer();
    const { width, height } = this;
    this.#animateTo(constrained(zoomed(this.transform, width / 2, height / 2, factor), this.#box, this.viewport));
  }

  /** Centres a cell. */
  centre(cell: Xy): void {
    this.#yieldToPlayer();
    this.#animateTo(centred(middle(cell), Math.max(this.transform.k, 0.6), this.viewport));
  }

  /** Shows all of a box of the board. */
  showBox(box: Box): void {
    this.#yieldToPlayer();
    this.#animateTo(fit(box, this.viewport));
  }

  /** Moves the camera so that the choices are visible and do not overlap, and
   * keeps them visible when the covered part of the board changes. */
  keepInView(tile: Xy | null, points: readonly BoardPoint[]): void {
    const framing = { tile, points };
    this.#framing = framing;
    void this.#moveTo(({ framed }, from) => (this.#framing === framing ? framed(from, framing, this.viewport) : from));
  }

  /** Moves once so that `points` are visible. */
  showPoints(points: readonly BoardPoint[]): void {
    this.#framing = null;
    void this.#moveTo(({ framed }, from) => framed(from, { tile: null, points }, this.viewport));
  }

  /** Moves as little as needed to make a point visible. */
  revealPoint(point: BoardPoint): void {
    void this.#moveTo(({ showingPoint }, from) => showingPoint(from, point, this.viewport));
  }

  /** Loads `framing` on first use: a board can be shown without it. */
  async #moveTo(find: (module: typeof FramingModule, from: Transform) => Transform): Promise<void> {
    const module = await import('./framing');
    if (this.width === 0) return;
    // During a movement, start from its target.
    const from = this.#target ?? this.transform;
    const to = find(module, from);
    if (to === from) return;
    this.#saved ??= from;
    this.#animateTo(to);
  }

  /** Returns to the camera position before the automatic movements. */
  restore(): void {
    this.#framing = null;
    if (this.#saved === null) return;
    const before = this.#saved;
    this.#saved = null;
    // The map may have grown since.
    this.#animateTo(this.#isManual ? before : fit(this.#box, this.viewport));
  }

  /** Centres a cell unless it is visible. */
  reveal(cell: Xy): void {
    if (this.width === 0 || isVisible(this.transform, cell, this.viewport)) return;
    this.#animateTo(centred(middle(cell), this.transform.k, this.viewport));
  }

  /** Gives the player control of the camera. */
  #yieldToPlayer(): void {
    this.#isManual = true;
    this.#saved = null;
    this.#framing = null;
  }

  #animateTo(to: Transform): void {
    this.#stop();
    if (prefs.reducedMotion) {
      this.transform = to;
      return;
    }
    const from = this.transform;
    const start = performance.now();
    this.#target = to;
    const tick = (now: number): void => {
      // The timestamp of a frame can be earlier than the request for it.
      const part = Math.min(1, Math.max(0, (now - start) / MOVE_TIME));
      const eased = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number): number => a + (b - a) * eased;
      this.transform = { x: mix(from.x, to.x), y: mix(from.y, to.y), k: mix(from.k, to.k) };
      if (part < 1) this.#frame = requestAnimationFrame(tick);
      else this.#target = null;
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#target = null;
  }
}
