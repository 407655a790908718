import { describe, expect, it } from 'vitest';

import { around, cellAt, centred, fit, isInSight, leashed, nextCell, nudged, squares, toBoard, toScreen, zoomed, type Window } from '../src/lib/geometry';

const view: Window = { width: 800, height: 600, inset: { top: 0, right: 200, bottom: 100, left: 0 } };

describe('camera', () => {
  it('goes from the board to the screen and back', () => {
    const camera = { x: 37, y: -12, k: 0.73 };
    const at = toScreen(camera, { x: 250, y: -130 });
    expect(toBoard(camera, at.x, at.y).x).toBeCloseTo(250);
    expect(toBoard(camera, at.x, at.y).y).toBeCloseTo(-130);
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
    const box = around([{ x: -3, y: -2 }, { x: 8, y: 5 }], 50);
    if (box === null) throw new Error('two cells have a box');
    const camera = fit(box, view);
    const [a, b] = [toScreen(camera, { x: box.left, y: box.top }), toScreen(camera, { x: box.right, y: box.bottom })];
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
    const lost = leashed({ x: 5000, y: -5000, k: 1 }, box, view);
    expect(toScreen(lost, { x: 0, y: 0 }).x).toBeLessThanOrEqual(720);
    expect(toScreen(lost, { x: 0, y: 300 }).y).toBeGreaterThanOrEqual(80);
  });

  it('moves only as far as it must', () => {
    const camera = centred({ x: 50, y: 50 }, 1, view);
    expect(nudged(camera, { x: 0, y: 0 }, view, 10)).toEqual(camera);
    const moved = nudged(camera, { x: 5, y: 0 }, view, 10);
    expect(isInSight(moved, { x: 5, y: 0 }, view)).toBe(true);
    expect(moved.y).toBe(camera.y);
  });

  it('knows what is in sight and what is covered', () => {
    const camera = centred({ x: 50, y: 50 }, 1, view);
    expect(isInSight(camera, { x: 0, y: 0 }, view)).toBe(true);
    expect(isInSight(camera, { x: 3, y: 0 }, view)).toBe(false);
  });
});

describe('cells', () => {
  it('finds the cell of a point, west and north of the start too', () => {
    expect(cellAt({ x: 0, y: 99.9 })).toEqual({ x: 0, y: 0 });
    expect(cellAt({ x: -0.1, y: -100 })).toEqual({ x: -1, y: -1 });
  });

  it('goes straight where it can', () => {
    const cells = [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 1, y: 1 }, { x: 0, y: -2 }].map((cell) => ({ cell }));
    expect(nextCell(cells, { x: 0, y: 0 }, 'right')?.cell).toEqual({ x: 3, y: 0 });
    expect(nextCell(cells, { x: 0, y: 0 }, 'up')?.cell).toEqual({ x: 0, y: -2 });
    expect(nextCell(cells, { x: 0, y: 0 }, 'left')).toBeNull();
  });

  it('reaches every cell from every other', () => {
    const cells = [[0, 0], [4, 1], [-2, 3], [1, -5], [2, 2]].map(([x = 0, y = 0]) => ({ cell: { x, y } }));
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
    expect(squares([{ x: 0, y: 0 }, { x: -1, y: 2 }])).toBe('M0 0h100v100h-100zM-100 200h100v100h-100z');
  });
});
