// What could be chosen and is out of sight, by the side it is on.

import type { Place } from '../wire/wire';
import { around, free, isClear } from './aim';
import { clamp, type Box, type Window } from './geometry';

export type Side = 'left' | 'right' | 'up' | 'down';

/** What is out of sight on one side. */
export interface Beyond {
  side: Side;
  points: Place[];
  /** Where there is room on the screen to say so. */
  at: Place;
}

/** Half of what a badge takes up, to each side. */
const WIDE = 32;
const HIGH = 25;

/** What a pin with its badges takes up around its middle. */
const PIN = 28;

/** A point of the board, and where its pin is on the screen. */
export interface Pin {
  point: Place;
  at: Place;
}

/** Groups pins that are out of sight by the side they are on. Badges about them
 * keep clear of pins in sight, of `posts` and of what covers the board. */
export function beyond(pins: readonly Pin[], posts: readonly Place[], view: Window): Beyond[] {
  const room = free(view);
  const sides = new Map<Side, Pin[]>();
  const taken: Box[] = [...(view.covers ?? []), ...posts.map((at) => around(at, PIN))];
  for (const pin of pins) {
    const { x, y } = pin.at;
    const out: [Side, number][] = [['left', room.left - x], ['right', x - room.right], ['up', room.top - y], ['down', y - room.bottom]];
    const [side, far] = out.reduce((a, b) => (b[1] > a[1] ? b : a));
    if (far > 0) sides.set(side, [...(sides.get(side) ?? []), pin]);
    if (far < PIN) taken.push(around({ x, y }, PIN));
  }
  return [...sides].map(([side, hidden]) => {
    const screen = hidden.map(({ at }) => at);
    const mean = (pick: (at: Place) => number): number => screen.reduce((sum, at) => sum + pick(at), 0) / screen.length;
    const at = place(side, { x: mean((at) => at.x), y: mean((at) => at.y) }, room, taken);
    taken.push(badge(at));
    return { side, points: hidden.map(({ point }) => point), at };
  });
}

const badge = ({ x, y }: Place): Box => ({ left: x - WIDE, top: y - HIGH, right: x + WIDE, bottom: y + HIGH });

/** Steps away from the rim where all of it is taken, in pixels. */
const INWARD: Readonly<Record<Side, Place>> = { left: { x: 34, y: 0 }, right: { x: -34, y: 0 }, up: { x: 0, y: 34 }, down: { x: 0, y: -34 } };

/** A place at the rim, as near as can be to where it leads, and on nothing
 * that is there already; farther in if the rim has no room. */
function place(side: Side, to: Place, room: Box, taken: readonly Box[]): Place {
  const within = ({ x, y }: Place): Place => ({ x: clamp(x, room.left + WIDE, room.right - WIDE), y: clamp(y, room.top + HIGH, room.bottom - HIGH) });
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
