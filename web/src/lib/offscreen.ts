// Groups of choices that are outside the visible area, by side.

import type { BoardPoint } from '../wire/wire';
import { around, freeArea, isClear, PIN } from './framing';
import { clamp, type Box, type Viewport } from './geometry';

export type Side = 'left' | 'right' | 'up' | 'down';

/** The off-screen choices on one side. */
export interface OffscreenGroup {
  side: Side;
  points: BoardPoint[];
  /** Position of their badge on the screen. */
  at: BoardPoint;
}

/** The least size of a badge, in pixels; its style is set from this. */
export const BADGE = { width: 56, height: 44 };
/** Half of the size of a badge with the space around it. */
const WIDE = BADGE.width / 2 + 4;
const HIGH = BADGE.height / 2 + 3;

/** A point of the board and the position of its pin on the screen. */
export interface Pin {
  point: BoardPoint;
  at: BoardPoint;
}

/** Groups off-screen pins by side. Their badges avoid visible pins, `posts` and
 * everything that covers the board. */
export function offscreenGroups(
  pins: readonly Pin[],
  obstacles: readonly BoardPoint[],
  view: Viewport,
): OffscreenGroup[] {
  const area = freeArea(view);
  const sides = new Map<Side, Pin[]>();
  const taken: Box[] = [...(view.covers ?? []), ...obstacles.map((at) => around(at, PIN))];
  for (const pin of pins) {
    const { x, y } = pin.at;
    const out: [Side, number][] = [
      ['left', area.left - x],
      ['right', x - area.right],
      ['up', area.top - y],
      ['down', y - area.bottom],
    ];
    const [side, far] = out.reduce((a, b) => (b[1] > a[1] ? b : a));
    if (far > 0) sides.set(side, [...(sides.get(side) ?? []), pin]);
    if (far < PIN) taken.push(around({ x, y }, PIN));
  }
  return [...sides].map(([side, hidden]) => {
    const screen = hidden.map(({ at }) => at);
    const mean = (pick: (at: BoardPoint) => number): number =>
      screen.reduce((sum, at) => sum + pick(at), 0) / screen.length;
    const at = place(side, { x: mean((at) => at.x), y: mean((at) => at.y) }, area, taken);
    taken.push(badge(at));
    return { side, points: hidden.map(({ point }) => point), at };
  });
}

const badge = ({ x, y }: BoardPoint): Box => ({ left: x - WIDE, top: y - HIGH, right: x + WIDE, bottom: y + HIGH });

/** Offset per step away from the edge if all of it is occupied, in pixels. */
const INWARD: Readonly<Record<Side, BoardPoint>> = {
  left: { x: 34, y: 0 },
  right: { x: -34, y: 0 },
  up: { x: 0, y: 34 },
  down: { x: 0, y: -34 },
};

/** Returns a position at the edge, as close as possible to `to` and not on
 * anything in `taken`; further inside if the edge has no space. */
function place(side: Side, to: BoardPoint, area: Box, taken: readonly Box[]): BoardPoint {
  const within = ({ x, y }: BoardPoint): BoardPoint => ({
    x: clamp(x, area.left + WIDE, area.right - WIDE),
    y: clamp(y, area.top + HIGH, area.bottom - HIGH),
  });
  const isUpright = side === 'left' || side === 'right';
  const rim = within(to);
  for (let step = 0; step < 8; step += 1) {
    const [x, y] = [rim.x + INWARD[side].x * step, rim.y + INWARD[side].y * step];
    for (let away = 0; away < 600; away += 12) {
      for (const by of [away, -away]) {
        const at = within(isUpright ? { x, y: y + by } : { x: x + by, y });
        if (isClear(badge(at), taken)) return at;
      }
    }
  }
  return rim;
}
