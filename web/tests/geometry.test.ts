import { describe, expect, it } from 'vitest';

import type { BoardPoint } from '../src/wire/wire';
import { framed, closest, freeArea, GAP, spread } from '../src/lib/framing';
import { offscreenGroups, type Pin } from '../src/lib/offscreen';
import { holds, rings, roomiest } from '../src/lib/outline';
import {
  around,
  cellAt,
  centred,
  fit,
  isVisible,
  constrained,
  nextCell,
  squares,
  toBoard,
  toScreen,
  zoomed,
  type Transform,
  type Viewport,
} from '../src/lib/geometry';

const view: Viewport = { width: 800, height: 600, inset: { top: 0, right: 200, bottom: 100, left: 0 } };

describe('camera', () => {
  it('goes from the board to the screen and back', () => {
    const transform = { x: 37, y: -12, k: 0.73 };
    const at = toScreen(transform, { x: 250, y: -130 });
    expect(toBoard(transform, at.x, at.y).x).toBeCloseTo(250);
    expect(toBoard(transform, at.x, at.y).y).toBeCloseTo(-130);
  });

  it('keeps the point under the finger where it is', () => {
    const before = { x: 10, y: 20, k: 1 };
    const point = toBoard(before, 300, 200);
    const after = zoomed(before, 300, 200, 1.7);
    expect(after.k).toBeCloseTo(1.7);
    expect(toScreen(after, point)).toEqual({ x: expect.closeTo(300) as number, y: expect.closeTo(200) as number });
  });

  it('never comes nearer or goes farther than allowed', () => {
    expect(zoomed({ x: 0, y: 0, k: 1 }, 0, 0, 1000).k).toBe(3);
    expect(zoomed({ x: 0, y: 0, k: 1 }, 0, 0, 0.00001).k).toBe(0.08);
  });

  it('fits a map into what nothing covers', () => {
    const box = around(
      [
        { x: -3, y: -2 },
        { x: 8, y: 5 },
      ],
      50,
    );
    if (box === null) throw new Error('two cells have a box');
    const transform = fit(box, view);
    const [a, b] = [
      toScreen(transform, { x: box.left, y: box.top }),
      toScreen(transform, { x: box.right, y: box.bottom }),
    ];
    expect(a.x).toBeGreaterThanOrEqual(-0.001);
    expect(a.y).toBeGreaterThanOrEqual(-0.001);
    expect(b.x).toBeLessThanOrEqual(600.001);
    expect(b.y).toBeLessThanOrEqual(500.001);
  });

  it('has no box around nothing', () => {
    expect(around([], 10)).toBeNull();
  });

  it('holds the map on a leash', () => {
    const box = { left: 0, top: 0, right: 300, bottom: 300 };
    const lost = constrained({ x: 5000, y: -5000, k: 1 }, box, view);
    expect(toScreen(lost, { x: 0, y: 0 }).x).toBeLessThanOrEqual(720);
    expect(toScreen(lost, { x: 0, y: 300 }).y).toBeGreaterThanOrEqual(80);
  });

  it('knows what is in sight and what is covered', () => {
    const transform = centred({ x: 50, y: 50 }, 1, view);
    expect(isVisible(transform, { x: 0, y: 0 }, view)).toBe(true);
    expect(isVisible(transform, { x: 3, y: 0 }, view)).toBe(false);
  });
});

describe('cells', () => {
  it('finds the cell of a point, west and north of the start too', () => {
    expect(cellAt({ x: 0, y: 99.9 })).toEqual({ x: 0, y: 0 });
    expect(cellAt({ x: -0.1, y: -100 })).toEqual({ x: -1, y: -1 });
  });

  it('goes straight where it can', () => {
    const cells = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: -2 },
    ].map((cell) => ({ cell }));
    expect(nextCell(cells, { x: 0, y: 0 }, 'right')?.cell).toEqual({ x: 3, y: 0 });
    expect(nextCell(cells, { x: 0, y: 0 }, 'up')?.cell).toEqual({ x: 0, y: -2 });
    expect(nextCell(cells, { x: 0, y: 0 }, 'left')).toBeNull();
  });

  it('reaches every cell from every other', () => {
    const cells = [
      [0, 0],
      [4, 1],
      [-2, 3],
      [1, -5],
      [2, 2],
    ].map(([x = 0, y = 0]) => ({ cell: { x, y } }));
    for (const start of cells) {
      const seen = new Set([start]);
      const waiting = [start];
      for (let at = waiting.pop(); at; at = waiting.pop()) {
        for (const direction of ['up', 'down', 'left', 'right'] as const) {
          const next = nextCell(cells, at.cell, direction);
          if (next && !seen.has(next)) {
            seen.add(next);
            waiting.push(next);
          }
        }
      }
      expect(seen.size).toBe(cells.length);
    }
  });

  it('draws squares as one path', () => {
    expect(
      squares([
        { x: 0, y: 0 },
        { x: -1, y: 2 },
      ]),
    ).toBe('M0 0h100v100h-100zM-100 200h100v100h-100z');
  });
});

describe('what can be chosen', () => {
  const phone: Viewport = { width: 360, height: 740, inset: { top: 62, right: 8, bottom: 120, left: 8 } };
  const flat: Viewport = { width: 780, height: 360, inset: { top: 8, right: 240, bottom: 8, left: 60 } };
  const session: Viewport = { width: 1280, height: 800, inset: { top: 16, right: 292, bottom: 100, left: 68 } };
  /** Seven followers on one tile of The Castle. */
  const seven = [
    [20, 22],
    [50, 14],
    [82, 24],
    [18, 60],
    [50, 48],
    [80, 66],
    [44, 84],
  ].map(([x = 0, y = 0]) => ({ x: 300 + x, y: 400 + y }));
  const tile = { x: 3, y: 4 };
  const screen = (transform: { x: number; y: number; k: number }, points: readonly BoardPoint[]): BoardPoint[] =>
    points.map((point) => toScreen(transform, point));
  const isFree =
    (view: Viewport) =>
    ({ x, y }: BoardPoint): boolean => {
      const room = freeArea(view);
      return x >= room.left && x <= room.right && y >= room.top && y <= room.bottom;
    };

  it('does not overlap on a tile full of it, however small the screen', () => {
    for (const view of [phone, flat, session]) {
      const transform = framed({ x: 20, y: 60, k: 0.3 }, { tile, points: seven }, view);
      const pins = spread(screen(transform, seven));
      expect(closest(pins)).toBeGreaterThanOrEqual(34);
      expect(pins.every(isFree(view))).toBe(true);
      // A pin stays near its point.
      for (const [n, at] of screen(transform, seven).entries()) {
        const pin = pins[n] ?? { x: 0, y: 0 };
        expect(Math.hypot(pin.x - at.x, pin.y - at.y)).toBeLessThan(GAP / 2);
      }
    }
  });

  const pinned = (transform: Transform, points: readonly BoardPoint[]): Pin[] =>
    points.map((point) => ({ point, at: toScreen(transform, point) }));

  it('keeps apart at any distance, in the same place too', () => {
    for (const k of [0.08, 0.3, 1, 2]) {
      const crowd = [...seven, ...seven].map(({ x, y }) => ({ x: x * k, y: y * k }));
      expect(closest(spread(crowd))).toBeGreaterThanOrEqual(GAP - 2);
    }
    const [near] = spread([{ x: 10, y: 0 }], [{ x: 0, y: 0 }]);
    expect(near).toEqual({ x: expect.closeTo(GAP) as number, y: expect.closeTo(0) as number });
    expect(
      spread([
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ]),
    ).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]);
  });

  it('is all in sight, the wheel and the tile', () => {
    const crowns = [
      [235, 85],
      [318, 200],
      [283, 283],
      [140, 300],
      [85, 172],
      [140, 98],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const points = [{ x: -70, y: 140 }, { x: -30, y: 160 }, ...crowns];
    const transform = framed({ x: 100, y: 100, k: 0.4 }, { tile: { x: -1, y: 1 }, points }, phone);
    expect(offscreenGroups(pinned(transform, points), [], phone)).toEqual([]);
    const near = framed(centred({ x: 200, y: 200 }, 2, session), { tile: { x: -1, y: 1 }, points }, session);
    expect(screen(near, points).every(isFree(session))).toBe(true);
  });

  it('is counted by sides where it cannot be', () => {
    const points = [
      { x: 350, y: 450 },
      { x: 2000, y: 450 },
      { x: 2040, y: 480 },
      { x: 350, y: -1600 },
    ];
    const transform = framed({ x: 0, y: 0, k: 0.5 }, { tile, points }, phone);
    expect(transform.k).toBeGreaterThanOrEqual(0.66);
    expect(screen(transform, points.slice(0, 1)).every(isFree(phone))).toBe(true);
    const out = offscreenGroups(pinned(transform, points), [], phone);
    expect(out.map(({ side, points: { length } }) => [side, length])).toEqual([
      ['right', 2],
      ['up', 1],
    ]);
    expect(out.every(({ at }) => isFree(phone)(at))).toBe(true);
  });

  it('keeps out from under buttons', () => {
    const covers = [{ left: 8, top: 66, right: 52, bottom: 216 }];
    const at = [
      { x: 330, y: 430 },
      { x: 370, y: 470 },
    ];
    const from = { x: 50 - 330 * 1.3, y: 140 - 430 * 1.3, k: 1.3 };
    const transform = framed(from, { tile, points: at }, { ...phone, covers });
    expect(screen(transform, at).some(({ x, y }) => x < 72 && y < 236)).toBe(false);
    const out = offscreenGroups(pinned(transform, [{ x: -900, y: 300 }]), [], { ...phone, covers });
    expect(out[0]?.at.y).toBeGreaterThan(216);
    // The whole edge is occupied: the badge moves inwards.
    const [inner] = offscreenGroups(pinned(transform, [{ x: -900, y: 300 }]), [], {
      ...phone,
      covers: [{ left: 0, top: 0, right: 60, bottom: 740 }],
    });
    expect(inner?.at.x).toBeGreaterThan(92);
  });

  it('leaves the camera alone when all is well', () => {
    const transform = centred({ x: 350, y: 450 }, 2.2, session);
    expect(framed(transform, { tile, points: seven }, session)).toBe(transform);
    expect(framed(transform, { tile: null, points: seven.slice(0, 3) }, session)).toBe(transform);
  });

  it('keeps the tile under the finger', () => {
    const transform = centred({ x: 380, y: 430 }, 0.5, session);
    const near = framed(transform, { tile, points: seven }, session);
    const [before, after] = [toScreen(transform, { x: 350, y: 450 }), toScreen(near, { x: 350, y: 450 })];
    expect(near.k).toBeGreaterThan(1.2);
    expect(after).toEqual({ x: expect.closeTo(before.x) as number, y: expect.closeTo(before.y) as number });
  });
});

describe('a label in a field', () => {
  /** A ring around a city: the centre is outside the shape. */
  const ring = 'M0 0L300 0L300 300L0 300ZM40 40L260 40L260 200L40 200Z';

  it('lies in the field, where there is most room', () => {
    const at = roomiest(ring, []);
    expect(at).not.toBeNull();
    if (at === null) return;
    expect(holds(rings(ring), at)).toBe(true);
    expect(at.y).toBeGreaterThan(225);
    expect(at.y).toBeLessThan(275);
  });

  it('lies in a narrow one too', () => {
    const thin = 'M0 0L1000 0L1000 990L990 1000L990 10L0 10Z';
    const at = roomiest(thin, []);
    expect(at !== null && holds(rings(thin), at)).toBe(true);
  });

  it('covers no figure', () => {
    const at = roomiest('M0 0L400 0L400 100L0 100Z', [{ at: { x: 200, y: 50 }, radius: 30 }]);
    expect(Math.abs((at?.x ?? 200) - 200)).toBeGreaterThan(60);
  });

  it('is nowhere in nothing', () => {
    expect(roomiest('', [])).toBeNull();
  });
});
