// Coordinates: the board in units (a tile is 100), the screen in pixels.

import type { LaidView, BoardPoint, Xy } from '../wire/wire';

export const TILE = 100;

/** View of the board: its point `p` is drawn at `p * k + (x, y)`. */
export interface Transform {
  x: number;
  y: number;
  k: number;
}

/** A rectangle. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Size of the viewport and the margins covered at each side. */
export interface Viewport {
  width: number;
  height: number;
  inset: Insets;
  /** Further covered rectangles in pixels, such as columns of buttons. */
  covers?: readonly Box[];
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const NEAREST = 3;
export const FARTHEST = 0.08;
/** Maximum scale of `fit`, so that a few tiles do not fill a large screen. */
const FIT_NEAREST = 1.3;

export const isSame = (a: Xy, b: Xy): boolean => a.x === b.x && a.y === b.y;

export const middle = (cell: Xy): BoardPoint => ({ x: cell.x * TILE + TILE / 2, y: cell.y * TILE + TILE / 2 });

export const cellAt = (point: BoardPoint): Xy => ({ x: Math.floor(point.x / TILE), y: Math.floor(point.y / TILE) });

export const toBoard = (transform: Transform, x: number, y: number): BoardPoint => ({
  x: (x - transform.x) / transform.k,
  y: (y - transform.y) / transform.k,
});

export const toScreen = (transform: Transform, point: BoardPoint): BoardPoint => ({
  x: point.x * transform.k + transform.x,
  y: point.y * transform.k + transform.y,
});

/** Rotates a point, relative to the centre of its tile, clockwise by `quarters`
 * quarter turns. */
export function rotated({ x, y }: BoardPoint, quarters: number): BoardPoint {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { x: -y, y: x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: y, y: -x };
    default:
      return { x, y };
  }
}

/** Returns the bounding box of cells, enlarged by `margin` units. */
export function around(cells: Iterable<Xy>, margin: number): Box | null {
  let box: Box | null = null;
  for (const { x, y } of cells) {
    const [left, top] = [x * TILE, y * TILE];
    const cell = { left, top, right: left + TILE, bottom: top + TILE };
    box = box === null ? cell : join(box, cell);
  }
  return box && enlarged(box, margin);
}

/** Returns the smallest box that contains both. */
export const join = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

export const enlarged = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Returns a camera that shows a whole box. */
export function fit(box: Box, view: Viewport): Transform {
  const width = Math.max(1, view.width - view.inset.left - view.inset.right);
  const height = Math.max(1, view.height - view.inset.top - view.inset.bottom);
  const k = clamp(Math.min(width / (box.right - box.left), height / (box.bottom - box.top)), FARTHEST, FIT_NEAREST);
  return centred({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, k, view);
}

/** Returns a camera at scale `k` with `point` in the centre of the free area. */
export function centred(point: BoardPoint, k: number, view: Viewport): Transform {
  const x = (view.inset.left + view.width - view.inset.right) / 2;
  const y = (view.inset.top + view.height - view.inset.bottom) / 2;
  return { k, x: x - point.x * k, y: y - point.y * k };
}

/** Scales the camera by `factor`; the point (`x`, `y`) of the screen stays in
 * place. */
export function zoomed(transform: Transform, x: number, y: number, factor: number): Transform {
  const k = clamp(transform.k * factor, FARTHEST, NEAREST);
  const point = toBoard(transform, x, y);
  return { k, x: x - point.x * k, y: y - point.y * k };
}

/** Keeps part of a box visible, so that the player cannot lose the map. */
export function constrained(transform: Transform, box: Box, view: Viewport): Transform {
  const slack = 80;
  return {
    k: transform.k,
    x: clamp(transform.x, slack - box.right * transform.k, view.width - slack - box.left * transform.k),
    y: clamp(transform.y, slack - box.bottom * transform.k, view.height - slack - box.top * transform.k),
  };
}

/** Returns true if a cell is completely visible. */
export function isVisible(transform: Transform, cell: Xy, view: Viewport): boolean {
  const at = toScreen(transform, middle(cell));
  const half = (TILE / 2) * transform.k;
  return (
    at.x - half >= view.inset.left &&
    at.x + half <= view.width - view.inset.right &&
    at.y - half >= view.inset.top &&
    at.y + half <= view.height - view.inset.bottom
  );
}

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
export type Direction = keyof typeof STEPS;

/** Returns the nearest cell in a direction; the sideways distance counts
 * double, so that straight steps are preferred. */
export function nextCell<C extends { cell: Xy }>(all: readonly C[], from: Xy, direction: Direction): C | null {
  const [dx, dy] = STEPS[direction];
  let best: C | null = null;
  let least = Infinity;
  for (const one of all) {
    const [x, y] = [one.cell.x - from.x, one.cell.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0) continue;
    const far = ahead + aside * 2;
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

/** Returns the squares of cells as one path, which avoids visible seams. */
export function squares(cells: Iterable<Xy>): string {
  let path = '';
  for (const { x, y } of cells) path += `M${String(x * TILE)} ${String(y * TILE)}h100v100h-100z`;
  return path;
}

/** Returns the cells of laid tiles. */
export const cellsOf = (laid: readonly LaidView[]): Xy[] => laid.map((tile) => tile.cell);

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
