// Camera positions that keep all choices visible, separation of overlapping
// pins, and detection of off-screen ones.

import type { BoardPoint, Xy } from '../wire/wire';
import {
  cellAt,
  clamp,
  join,
  middle,
  NEAREST,
  TILE,
  toScreen,
  zoomed,
  type Box,
  type Transform,
  type Viewport,
} from './geometry';

/** Minimum distance between the centres of two pins, in pixels: large enough
 * for a finger to hit only one. */
export const GAP = 60;
/** Half of the space taken by a pin with its badges, in pixels. */
export const PIN = 30;
/** Space needed around a tile for pins on its edge and the rotate button. */
const RIM = 30;
/** Preferred size of a tile in pixels, large enough for the pins on it. */
const NEAR = 128;
/** Fraction of the preferred size at which the camera does not move. */
const ENOUGH = 0.78;
/** Minimum useful size of a tile, in pixels. */
const USEFUL = 66;
/** Minimum size of a tile if the choices are not on the current tile. */
const FAR = 38;
/** Maximum size of a tile, so that its surroundings stay visible. */
const MOST = 260;

/** The current tile and the points that can be chosen. */
export interface Framing {
  tile: Xy | null;
  points: readonly BoardPoint[];
}

/** Returns a camera that shows all choices or, if that would need too small a
 * scale, the tile and as many choices as possible. Returns `from` if everything
 * is visible already; otherwise the tile stays where it is on the screen if
 * possible. */
export function framed(from: Transform, framing: Framing, view: Viewport): Transform {
  if (isAcceptable(from, framing, view)) return from;
  const area = freeArea(view);
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  const pivot =
    framing.tile === null
      ? { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 }
      : toScreen(from, middle(framing.tile));
  const least = farthest(framing);
  const start = nearest(from.k, framing, width, height);
  let best: Transform | null = null;
  let most = -1;
  // From large to small scale: of two that show equally much the closer one
  // wins.
  for (let k = start; k >= least; k = k === least ? 0 : Math.max(k * 0.93, least)) {
    const transform = zoomed(from, pivot.x, pivot.y, k / from.k);
    const boxes = framing.points.map((point) => around(toScreen(transform, point), PIN));
    const shown = choose(framing.tile === null ? null : tileBox(transform, framing.tile), boxes, width, height, area);
    if (shown === null || shown.count <= most) continue;
    most = shown.count;
    best = movedInto(transform, shown.box, area);
    if (most === boxes.length) break;
  }
  if (best !== null) return avoidingCovers(best, framing.points, view);
  if (framing.tile === null) return from;
  // The tile does not fit with everything around it: centre the tile alone.
  const transform = zoomed(from, pivot.x, pivot.y, start / from.k);
  return movedInto(transform, tileBox(transform, framing.tile), area);
}

/** Returns the preferred scale: pins do not overlap and the surroundings of the
 * tile stay visible. Never zooms out without need. */
function nearest(now: number, framing: Framing, width: number, height: number): number {
  const { tile, points } = framing;
  const most = tile === null ? NEAREST : Math.min(MOST, width - 2 * RIM, height - 2 * RIM) / TILE;
  const clear = Math.min(GAP / closest(points), (tile === null ? NEAR : MOST) / TILE);
  return clamp(Math.max(clear, now, tile === null ? 0 : comfortable(tile, points)), farthest(framing), most);
}

/** Returns the smallest acceptable scale: at a smaller one pins would hide the
 * tile. */
function farthest({ tile, points }: Framing): number {
  return tile === null ? FAR / TILE : Math.max(USEFUL / TILE, comfortable(tile, points) / 2);
}

const isOn = (point: BoardPoint, tile: Xy): boolean => cellAt(point).x === tile.x && cellAt(point).y === tile.y;

/** Returns the scale at which pins leave two thirds of their tile visible. */
function comfortable(tile: Xy, points: readonly BoardPoint[]): number {
  const on = points.filter((point) => isOn(point, tile)).length;
  return Math.max(NEAR, GAP * Math.sqrt(3 * on)) / TILE;
}

/** Returns true if the camera need not move. */
function isAcceptable(transform: Transform, { tile, points }: Framing, view: Viewport): boolean {
  const area = freeArea(view);
  if (tile !== null && (transform.k < comfortable(tile, points) * ENOUGH || !isWithin(tileBox(transform, tile), area)))
    return false;
  // Pins slightly too close together are separated without moving the camera.
  if (transform.k * closest(points) < GAP * 0.7) return false;
  const boxes = points.map((point) => around(toScreen(transform, point), PIN * 0.8));
  return boxes.every((box) => isWithin(box, area) && isClear(box, view.covers));
}

/** Returns the smallest distance between two distinct points. */
export function closest(points: readonly BoardPoint[]): number {
  let least = Infinity;
  for (const [n, a] of points.entries()) {
    for (const b of points.slice(n + 1)) {
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      // Points at the same place cannot be separated by zooming.
      if (far > 3) least = Math.min(least, far);
    }
  }
  return least;
}

/** Of all views of this size that contain the tile, returns the one with the
 * most points, and among those the one that needs the least movement. */
function choose(
  tile: Box | null,
  points: readonly Box[],
  width: number,
  height: number,
  area: Box,
): { box: Box; count: number } | null {
  const all = tile === null ? points : [tile, ...points];
  let found: { box: Box; count: number } | null = null;
  let least = Infinity;
  for (const left of new Set(all.map((box) => box.left))) {
    for (const top of new Set(all.map((box) => box.top))) {
      const frame = { left, top, right: left + width, bottom: top + height };
      if (tile !== null && !isWithin(tile, frame)) continue;
      const inside = points.filter((box) => isWithin(box, frame));
      const [first, ...rest] = tile === null ? inside : [tile, ...inside];
      if (first === undefined) continue;
      const box = rest.reduce(join, first);
      const way =
        Math.abs(shift(box.left, box.right, area.left, area.right)) +
        Math.abs(shift(box.top, box.bottom, area.top, area.bottom));
      const count = inside.length;
      if (found === null || count > found.count || (count === found.count && way < least))
        [found, least] = [{ box, count }, way];
    }
  }
  return found;
}

/** Moves the camera a little if that uncovers pins behind buttons. */
function avoidingCovers(transform: Transform, points: readonly BoardPoint[], view: Viewport): Transform {
  const area = freeArea(view);
  const boxes = points
    .map((point) => around(toScreen(transform, point), PIN * 0.8))
    .filter((box) => isWithin(box, area));
  const steps = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((step) => step * PIN);
  const shifts = steps
    .flatMap((x) => steps.map((y) => ({ x, y })))
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  const best = shifts.find(({ x, y }) =>
    boxes.every((box) => {
      const moved = { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
      return isWithin(moved, area) && isClear(moved, view.covers);
    }),
  );
  return best === undefined ? transform : { k: transform.k, x: transform.x + best.x, y: transform.y + best.y };
}

/** Moves the camera as little as needed to make a point visible. */
export function showingPoint(transform: Transform, point: BoardPoint, view: Viewport): Transform {
  const box = around(toScreen(transform, point), PIN);
  const area = freeArea(view);
  return isWithin(box, area) ? transform : movedInto(transform, box, area);
}

/** Returns the part of the screen that is not covered. */
export const freeArea = ({ width, height, inset }: Viewport): Box => ({
  left: inset.left,
  top: inset.top,
  right: Math.max(inset.left + 1, width - inset.right),
  bottom: Math.max(inset.top + 1, height - inset.bottom),
});

export const around = ({ x, y }: BoardPoint, by: number): Box => ({
  left: x - by,
  top: y - by,
  right: x + by,
  bottom: y + by,
});

function tileBox(transform: Transform, cell: Xy): Box {
  return around(toScreen(transform, middle(cell)), (TILE / 2) * transform.k + RIM);
}

const isWithin = (a: Box, b: Box): boolean =>
  a.left >= b.left - 0.5 && a.top >= b.top - 0.5 && a.right <= b.right + 0.5 && a.bottom <= b.bottom + 0.5;

/** Returns true if a box does not intersect any of `others`. */
export const isClear = (a: Box, others: readonly Box[] = []): boolean =>
  others.every((b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom);

/** Returns the shift that moves an interval between two bounds, or centres it
 * if it is longer than that. */
function shift(from: number, to: number, low: number, high: number): number {
  if (to - from > high - low) return (low + high - from - to) / 2;
  return from < low ? low - from : to > high ? high - to : 0;
}

const movedInto = (transform: Transform, box: Box, area: Box): Transform => ({
  k: transform.k,
  x: transform.x + shift(box.left, box.right, area.left, area.right),
  y: transform.y + shift(box.top, box.bottom, area.top, area.bottom),
});

/** Moves points apart until no two are closer than `gap`, each as little as
 * possible; `posts` stay where they are. Points at the same place separate in
 * their order. */
export function spread(points: readonly BoardPoint[], posts: readonly BoardPoint[] = [], gap = GAP): BoardPoint[] {
  const all = [...points, ...posts].map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < 200; round += 1) {
    let isDone = true;
    for (const [n, a] of all.entries()) {
      for (const [m, b] of all.entries()) {
        if (m <= n || n >= points.length) continue;
        const far = Math.hypot(b.x - a.x, b.y - a.y);
        if (far >= gap - 0.5) continue;
        isDone = false;
        // An irregular angle, so that coinciding points do not get stuck in a
        // row.
        const angle = far > 0.01 ? Math.atan2(b.y - a.y, b.x - a.x) : 0.4 + m;
        const [own, other] = m < points.length ? [0.5, 0.5] : [1, 0];
        const [dx, dy] = [Math.cos(angle) * (gap - far), Math.sin(angle) * (gap - far)];
        a.x -= dx * own;
        a.y -= dy * own;
        b.x += dx * other;
        b.y += dy * other;
      }
    }
    if (isDone) break;
  }
  return all.slice(0, points.length);
}
