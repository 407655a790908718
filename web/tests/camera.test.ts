import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Camera } from '../src/lib/camera.svelte';

describe('the camera on its way', () => {
  let frames: FrameRequestCallback[];
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('stays between where it was and where it goes, whatever times frames have', () => {
    const camera = new Camera();
    [camera.width, camera.height] = [800, 600];
    camera.setExtent(
      [
        { x: 0, y: 0 },
        { x: 4, y: 4 },
      ],
      null,
    );
    const from = camera.transform;
    camera.zoomBy(2);
    const seen = [];
    // The timestamp of a frame can be earlier than the request for it, and can
    // decrease.
    for (const time of [990, -5_000, 1_010, 1_005, 1_200, 1_100, 1_320, 9_999_999]) {
      frames.shift()?.(time);
      seen.push(camera.transform.k);
    }
    const to = camera.transform.k;
    expect(to).toBeGreaterThan(from.k);
    for (const k of seen) {
      expect(k).toBeGreaterThanOrEqual(from.k);
      expect(k).toBeLessThanOrEqual(to);
    }
    expect(frames).toHaveLength(0);
  });
});
