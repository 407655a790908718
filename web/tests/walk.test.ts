// Markers on score tracks.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isOnTrack, wallPoint } from '../src/board/wallTrack';
import { prefs } from '../src/lib/prefs.svelte';
import { COLOURS } from '../src/lib/colours';
import { markerOf } from '../src/lib/trackMarkers';
import { trackSpace, Walk } from '../src/lib/walk.svelte';
import { pictures } from '../src/lib/words/guide/pictures/stronghold';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  prefs.reducedMotion = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a marker', () => {
  it('goes round after fifty (SETUP-5)', () => {
    const places = [
      [0, 0, 0],
      [1, 1, 0],
      [49, 49, 0],
      [50, 50, 0],
      [51, 1, 1],
      [100, 50, 1],
      [101, 1, 2],
      [237, 37, 4],
    ] as const;
    for (const [total, space, laps] of places) expect(trackSpace(total)).toEqual({ space, laps });
  });

  it('walks space by space, and arrives', () => {
    const walk = new Walk(3);
    const seen = [walk.at];
    walk.to(7);
    while (vi.getTimerCount() > 0) {
      seen.push(walk.at);
      vi.advanceTimersToNextTimer();
    }
    expect([...seen, walk.at]).toEqual([3, 4, 5, 6, 7]);
    // A new target during the walk continues from the current space.
    walk.to(10);
    walk.to(12);
    vi.runAllTimers();
    expect(walk.at).toBe(12);
  });

  it('takes about a second for many spaces', () => {
    const walk = new Walk(0);
    const begin = Date.now();
    walk.to(64);
    vi.runAllTimers();
    expect([walk.at, Date.now() - begin <= 1_700]).toEqual([64, true]);
  });

  it('is there at once backwards, and with reduced motion', () => {
    const walk = new Walk(9);
    walk.to(4);
    expect([walk.at, vi.getTimerCount()]).toEqual([4, 0]);
    prefs.reducedMotion = true;
    walk.to(30);
    expect([walk.at, vi.getTimerCount()]).toEqual([30, 0]);
  });
});

describe('the track along the wall', () => {
  it('is where the server puts markers', () => {
    const markers = Object.values(pictures).flatMap(({ game }) => game.stronghold?.markers ?? []);
    expect(markers.length).toBeGreaterThan(8);
    for (const { space, at } of markers) expect(isOnTrack(space, at), `space ${String(space)}`).toBe(true);
    expect(isOnTrack(5, wallPoint(6))).toBe(false);
  });

  it('goes on after 99 from 0 (S-SETUP-2)', () => {
    expect(wallPoint(100)).toEqual(wallPoint(0));
    for (let total = 0; total < 100; total += 1) {
      const [from, to] = [wallPoint(total), wallPoint(total + 1)];
      expect(Math.hypot(from.x - to.x, from.y - to.y), `from ${String(total)}`).toBeLessThan(80);
    }
  });
});

describe('markers in one square', () => {
  it('have places of their own for as many players as there are colours', () => {
    for (let count = 1; count <= COLOURS.length; count += 1) {
      const markers = Array.from({ length: count }, (_, n) => markerOf(count, n));
      expect(new Set(markers.map(({ dx, dy }) => `${String(dx)},${String(dy)}`)).size, String(count)).toBe(count);
      for (const { dx, dy, size } of markers)
        expect(Math.max(Math.abs(dx), Math.abs(dy)) + size / 2, String(count)).toBeLessThan(13);
    }
  });
});
