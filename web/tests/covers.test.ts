// The visible part of the board between the elements above it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Camera } from '../src/lib/camera.svelte';
import { insetsOf, type Cover, type Side } from '../src/lib/covers';

const cover = (left: number, top: number, width: number, height: number, ...sides: Side[]): Cover => ({
  box: { left, top, right: left + width, bottom: top + height },
  sides,
});

describe('insets', () => {
  it('leave a margin if nothing covers the board', () => {
    expect(insetsOf(800, 600, [])).toEqual({ top: 10, right: 10, bottom: 10, left: 10 });
  });

  it('exclude each element on its side', () => {
    const phone = [cover(0, 0, 360, 52, 'top'), cover(0, 640, 360, 100, 'bottom'), cover(8, 66, 44, 144)];
    expect(insetsOf(360, 740, phone)).toEqual({ top: 62, right: 10, bottom: 110, left: 10 });
  });

  it('exclude the largest of several elements on a side', () => {
    const tools = cover(12, 12, 44, 300, 'left');
    const drawer = cover(68, 12, 330, 500, 'left');
    expect(insetsOf(1280, 800, [tools, drawer]).left).toBe(408);
  });

  it('take the side that leaves more of the board', () => {
    const players = (width: number): Cover => cover(width - 276, 12, 264, 300, 'right', 'top');
    expect(insetsOf(1280, 800, [players(1280)])).toMatchObject({ top: 10, right: 286 });
    expect(insetsOf(600, 1200, [players(600)])).toMatchObject({ top: 322, right: 10 });
  });

  it('ignore hidden elements', () => {
    expect(insetsOf(800, 600, [cover(0, 0, 0, 0, 'top')]).top).toBe(10);
  });
});

describe('the camera', () => {
  let resized: () => void = () => {};
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(listener: () => void) {
          resized = listener;
        }
        observe(): void {}
        unobserve(): void {}
        disconnect(): void {}
      },
    );
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => task());
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => ' bottom' }));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('measures elements when they appear, change their size and disappear', () => {
    const camera = new Camera();
    [camera.width, camera.height] = [400, 700];
    const bar = { offsetLeft: 0, offsetTop: 600, offsetWidth: 400, offsetHeight: 100 };
    const remove = camera.cover(bar as HTMLElement);
    resized();
    expect(camera.inset.bottom).toBe(110);
    expect(camera.viewport.covers).toEqual([{ left: 0, top: 600, right: 400, bottom: 700 }]);
    bar.offsetTop = 560;
    resized();
    expect(camera.inset.bottom).toBe(150);
    remove();
    expect(camera.inset.bottom).toBe(10);
  });

  it('reserves the height of a caption', () => {
    const camera = new Camera();
    [camera.width, camera.height] = [400, 700];
    let bottom = 60;
    const caption = { getBoundingClientRect: () => ({ bottom }) } as HTMLElement;
    const remove = camera.reserve(caption);
    resized();
    expect(camera.viewport.covers).toEqual([{ left: 0, top: 0, right: 400, bottom: 60 }]);
    bottom = 90;
    resized();
    expect(camera.reserved?.bottom).toBe(90);
    remove();
    expect(camera.viewport.covers).toEqual([]);
  });
});
