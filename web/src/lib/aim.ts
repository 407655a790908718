// What can be chosen is to be seen: where the camera has to be for that, how
// pins keep clear of each other, and what is out of sight all the same.

import type { Place, Xy } from '../wire/wire';
import { cellAt, clamp, middle, NEAREST, TILE, toScreen, zoomed, type Box, type Camera, type Window } from './geometry';

/** How far the middles of two pins are apart, in pixels: a finger meets one. */
export const GAP = 60;
/** What a pin with its badges takes up around its middle. */
const PIN = 30;
/** What stands out around a tile: pins at its rim, the ring that turns it. */
const RIM = 30;
/** A tile is drawn so large, in pixels, that what is on it has room. */
const NEAR = 128;
/** With so much of that one stays where one is. */
const ENOUGH = 0.78;
/** Smaller, it would be of no use. */
const USEFUL = 66;
/** Without a tile, what is chosen among lies in the open. */
const FAR = 38;
/** Nobody wants to look at a single tile only. */
const MOST = 260;

/** The tile one thinks about, and the places that can be chosen. */
export interface Aim {
  tile: Xy | null;
  points: readonly Place[];
}

/** The camera from which all that can be chosen is in sight; if that would be
 * too far away, the tile and as much as possible. What is in sight already
 * stays where it is, and a tile stays under the finger if it can. */
export function aimed(from: Camera, aim: Aim, view: Window): Camera {
  if (isGood(from, aim, view)) return from;
  const room = free(view);
  const [width, height] = [room.right - room.left, room.bottom - room.top];
  const pivot = aim.tile === null
    ? { x: (room.left + room.right) / 2, y: (room.top + room.bottom) / 2 }
    : toScreen(from, middle(aim.tile));
  const least = farthest(aim);
  const start = nearest(from.k, aim, width, height);
  let best: Camera | null = null;
  let most = -1;
  // From near to far: of two that show as much the nearer one is better.
  for (let k = start; k >= least; k = k === least ? 0 : Math.max(k * 0.93, least)) {
    const camera = zoomed(from, pivot.x, pivot.y, k / from.k);
    const boxes = aim.points.map((point) => around(toScreen(camera, point), PIN));
    const shown = choose(aim.tile === null ? null : tileBox(camera, aim.tile), boxes, width, height, room);
    if (shown === null || shown.count <= most) continue;
    most = shown.count;
    best = pushed(camera, shown.box, room);
    if (most === boxes.length) break;
  }
  if (best !== null) return dodged(best, aim.points, view);
  if (aim.tile === null) return from;
  // There is no room for a tile with all around it: then its middle counts.
  const camera = zoomed(from, pivot.x, pivot.y, start / from.k);
  return pushed(camera, tileBox(camera, aim.tile), room);
}

/** How near one would like to be: pins keep clear of each other, and the tile
 * still has its surroundings. Nobody is led away from what they look at. */
function nearest(now: number, aim: Aim, width: number, height: number): number {
  const { tile, points } = aim;
  const most = tile === null ? NEAREST : Math.min(MOST, width - 2 * RIM, height - 2 * RIM) / TILE;
  const clear = Math.min(GAP / closest(points), (tile === null ? NEAR : MOST) / TILE);
  return clamp(Math.max(clear, now, tile === null ? 0 : roomy(tile, points)), farthest(aim), most);
}

/** How far away one can be: a tile below a heap of pins is of no use. */
function farthest({ tile, points }: Aim): number {
  return tile === null ? FAR / TILE : Math.max(USEFUL / TILE, roomy(tile, points) / 2);
}

const isOn = (point: Place, tile: Xy): boolean => cellAt(point).x === tile.x && cellAt(point).y === tile.y;

/** Pins leave two thirds of their tile to be seen. */
function roomy(tile: Xy, points: readonly Place[]): number {
  const on = points.filter((point) => isOn(point, tile)).length;
  return Math.max(NEAR, GAP * Math.sqrt(3 * on)) / TILE;
}

/** Whether nothing needs to move. */
function isGood(camera: Camera, { tile, points }: Aim, view: Window): boolean {
  const room = free(view);
  if (tile !== null && (camera.k < roomy(tile, points) * ENOUGH || !isWithin(tileBox(camera, tile), room))) return false;
  // Pins that are a little too near are moved apart where they are.
  if (camera.k * closest(points) < GAP * 0.7) return false;
  const boxes = points.map((point) => around(toScreen(camera, point), PIN * 0.8));
  return boxes.every((box) => isWithin(box, room) && isClear(box, view.covers));
}

/** The least distance between two points that are not the same. */
export function closest(points: readonly Place[]): number {
  let least = Infinity;
  for (const [n, a] of points.entries()) {
    for (const b of points.slice(n + 1)) {
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      // What is in the same place no camera can tell apart.
      if (far > 3) least = Math.min(least, far);
    }
  }
  return least;
}

/** Of all views of that size with the tile in them the one with the most
 * points, and of those the one that needs to move least. */
function choose(tile: Box | null, points: readonly Box[], width: number, height: number, room: Box): { box: Box; count: number } | null {
  const all = tile === null ? points : [tile, ...points];
  let found: { box: Box; count: number } | null = null;
  let least = Infinity;
  for (const left of new Set(all.map((box) => box.left))) {
    for (const top of new Set(all.map((box) => box.top))) {
      const sight = { left, top, right: left + width, bottom: top + height };
      if (tile !== null && !isWithin(tile, sight)) continue;
      const inside = points.filter((box) => isWithin(box, sight));
      const [first, ...rest] = tile === null ? inside : [tile, ...inside];
      if (first === undefined) continue;
      const box = rest.reduce(join, first);
      const way = Math.abs(shift(box.left, box.right, room.left, room.right)) + Math.abs(shift(box.top, box.bottom, room.top, room.bottom));
      const count = inside.length;
      if (found === null || count > found.count || (count === found.count && way < least)) [found, least] = [{ box, count }, way];
    }
  }
  return found;
}

/** Moves a little if pins would lie below buttons and need not. */
function dodged(camera: Camera, points: readonly Place[], view: Window): Camera {
  const room = free(view);
  const boxes = points.map((point) => around(toScreen(camera, point), PIN * 0.8)).filter((box) => isWithin(box, room));
  const steps = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((step) => step * PIN);
  const ways = steps.flatMap((x) => steps.map((y) => ({ x, y }))).sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  const way = ways.find(({ x, y }) => boxes.every((box) => {
    const moved = { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
    return isWithin(moved, room) && isClear(moved, view.covers);
  }));
  return way === undefined ? camera : { k: camera.k, x: camera.x + way.x, y: camera.y + way.y };
}

/** Moves no farther than needed for a point to be in sight. */
export function seen(camera: Camera, point: Place, view: Window): Camera {
  const box = around(toScreen(camera, point), PIN);
  const room = free(view);
  return isWithin(box, room) ? camera : pushed(camera, box, room);
}

/** The part of the screen that nothing covers. */
export const free = ({ width, height, inset }: Window): Box => ({
  left: inset.left, top: inset.top, right: Math.max(inset.left + 1, width - inset.right), bottom: Math.max(inset.top + 1, height - inset.bottom),
});

export const around = ({ x, y }: Place, by: number): Box => ({ left: x - by, top: y - by, right: x + by, bottom: y + by });

function tileBox(camera: Camera, cell: Xy): Box {
  return around(toScreen(camera, middle(cell)), (TILE / 2) * camera.k + RIM);
}

const isWithin = (a: Box, b: Box): boolean =>
  a.left >= b.left - 0.5 && a.top >= b.top - 0.5 && a.right <= b.right + 0.5 && a.bottom <= b.bottom + 0.5;

const join = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
});

/** Whether something touches none of others. */
export const isClear = (a: Box, others: readonly Box[] = []): boolean =>
  others.every((b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom);

/** How far something has to go to be between two bounds; the middle if it is
 * longer than that. */
function shift(from: number, to: number, low: number, high: number): number {
  if (to - from > high - low) return (low + high - from - to) / 2;
  return from < low ? low - from : to > high ? high - to : 0;
}

const pushed = (camera: Camera, box: Box, room: Box): Camera => ({
  k: camera.k,
  x: camera.x + shift(box.left, box.right, room.left, room.right),
  y: camera.y + shift(box.top, box.bottom, room.top, room.bottom),
});

/** Moves points apart until no two are nearer than the gap, each as little as
 * it can; posts stay where they are. Points in the same place part in the
 * order they come. */
export function spread(points: readonly Place[], posts: readonly Place[] = [], gap = GAP): Place[] {
  const all = [...points, ...posts].map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < 200; round += 1) {
    let isDone = true;
    for (const [n, a] of all.entries()) {
      for (const [m, b] of all.entries()) {
        if (m <= n || n >= points.length) continue;
        const far = Math.hypot(b.x - a.x, b.y - a.y);
        if (far >= gap - 0.5) continue;
        isDone = false;
        // An odd angle, so that a heap does not become a row that is stuck.
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
