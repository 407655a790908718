// Placement of labels inside shapes.

import type { BoardPoint } from '../wire/wire';
import { clamp } from './geometry';

type Ring = BoardPoint[];

/** Approximate ratio of a label's width to its height. */
const WIDE = 2.2;
/** Clearance above which all points are equally good. */
const AMPLE = 34;

/** Parses the rings of a path that consists of straight lines. */
export function rings(path: string): Ring[] {
  const all: Ring[] = [];
  for (const [, kind, x, y] of path.matchAll(/([ML])\s*(-?[\d.]+)[\s,]*(-?[\d.]+)/g)) {
    if (kind === 'M') all.push([]);
    all.at(-1)?.push({ x: Number(x), y: Number(y) });
  }
  return all;
}

/** A circular obstacle for labels. */
export interface Post {
  at: BoardPoint;
  radius: number;
}

/** Returns the point within a shape that has the largest clearance and is not
 * on an obstacle, or `null` if the shape is empty or too thin. */
export function roomiest(path: string, taken: readonly Post[]): BoardPoint | null {
  // Scale the width by the aspect ratio, so that a label is treated as a
  // square.
  const shape = rings(path).map((ring) => ring.map(({ x, y }) => ({ x: x / WIDE, y })));
  const points = shape.flat();
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [least(xs), -least(xs.map((x) => -x))];
  const [top, bottom] = [least(ys), -least(ys.map((y) => -y))];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };

  const worth = (at: BoardPoint): number => {
    if (!holds(shape, at)) return -1;
    const free = taken.reduce(
      (low, post) => Math.min(low, distance({ x: at.x * WIDE, y: at.y }, post.at) - post.radius),
      AMPLE,
    );
    // Of equally good points, prefer the one closest to the centre.
    return Math.min(AMPLE, border(shape, at), Math.max(-0.5, free)) - distance(at, middle) / 1000;
  };
  const best: { at: BoardPoint | null; worth: number } = { at: null, worth: -0.99 };
  const consider = (at: BoardPoint): void => {
    const one = worth(at);
    if (one > best.worth) [best.at, best.worth] = [at, one];
  };
  // Start with a coarse grid and refine it for thin shapes.
  let step = Math.max(10, Math.sqrt(((right - left) * (bottom - top)) / 150));
  for (let tries = 0; tries < 3 && best.worth < AMPLE / 3; tries += 1) {
    for (let x = left + step / 2; x < right; x += step)
      for (let y = top + step / 2; y < bottom; y += step) consider({ x, y });
    step /= 2;
  }
  for (; best.at !== null && step > 2; step /= 2) {
    const { x, y }: BoardPoint = best.at;
    for (const dx of [-step, 0, step]) for (const dy of [-step, 0, step]) consider({ x: x + dx, y: y + dy });
  }
  return best.at && { x: best.at.x * WIDE, y: best.at.y };
}

const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);

const distance = (a: BoardPoint, b: BoardPoint): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Calls `tell` with each side of each ring. */
function sides(shape: readonly Ring[], tell: (a: BoardPoint, b: BoardPoint) => void): void {
  for (const ring of shape) {
    let before = ring.at(-1);
    for (const point of ring) {
      if (before) tell(before, point);
      before = point;
    }
  }
}

/** Returns true if a point is inside the shape (even-odd rule). */
export function holds(shape: readonly Ring[], { x, y }: BoardPoint): boolean {
  let isIn = false;
  sides(shape, (a, b) => {
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
  });
  return isIn;
}

/** Returns the distance to the boundary. */
function border(shape: readonly Ring[], at: BoardPoint): number {
  let low = Infinity;
  sides(shape, (a, b) => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const part = clamp(((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    low = Math.min(low, Math.hypot(at.x - a.x - part * dx, at.y - a.y - part * dy));
  });
  return low;
}
