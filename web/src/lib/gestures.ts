// Touch, mouse and wheel input on the board. Dragging always moves the board
// and nothing else; a press without movement is a tap.

import type { BoardPoint } from '../wire/wire';

/** Callbacks for gestures on the board. */
export interface Hand {
  /** Moves the board by the given number of pixels. */
  drag(dx: number, dy: number): void;
  /** Scales the board about a point of the screen. */
  zoom(at: BoardPoint, factor: number): void;
  /** Returns true if the wheel rotates the tile at this point instead of
   * zooming. */
  isTurnable(at: BoardPoint): boolean;
  /** Called for one notch of the wheel over a tile that can be rotated. */
  turn(by: 1 | -1): void;
  /** Called for a tap on the board itself. */
  tap(at: BoardPoint): void;
  /** Called when a mouse comes to rest on the board itself; `null` when it
   * leaves. */
  rest(at: BoardPoint | null): void;
  /** Called when a gesture begins or ends. */
  hold(isHeld: boolean): void;
}

const THRESHOLD = 7;
/** Wheel distance that rotates the tile once, and minimum time between two
 * rotations, for wheels of any resolution. */
const NOTCH = 60;
const NOTCH_PAUSE = 140;
/** Pixels per unit of `WheelEvent.deltaMode`: pixels, lines (Firefox), pages. */
const UNITS = [1, 30, 400];
/** Time in milliseconds after which a mouse counts as resting, and distance in
 * pixels after which it counts as moved. */
const REST = 500;
const ROAM = 18;

/** Adds the listeners to an element. Returns a function that removes them. */
export function handle(element: HTMLElement, hand: Hand): () => void {
  const fingers = new Map<number, BoardPoint>();
  let start: BoardPoint | null = null;
  let isMoving = false;
  let spread = 0;
  let turned = 0;
  let lastNotch = 0;
  let rested: BoardPoint | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const place = (event: MouseEvent): BoardPoint => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pair = (): [BoardPoint, BoardPoint] | null => {
    const [a, b] = fingers.values();
    return a && b ? [a, b] : null;
  };

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    clearTimeout(resting);
    const at = place(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 1) {
      start = at;
      isMoving = false;
    } else {
      begin(event);
      const both = pair();
      if (both) spread = distance(...both);
    }
  };

  const begin = (event: PointerEvent): void => {
    if (!isMoving) hand.hold(true);
    isMoving = true;
    element.setPointerCapture(event.pointerId);
  };

  const roam = (event: PointerEvent): void => {
    const at = place(event);
    clearTimeout(resting);
    if (rested !== null && distance(rested, at) > ROAM) {
      rested = null;
      hand.rest(null);
    }
    if (rested !== null || event.pointerType !== 'mouse' || !isBare(event.target)) return;
    resting = setTimeout(() => {
      rested = at;
      hand.rest(at);
    }, REST);
  };
  const leave = (): void => clearTimeout(resting);

  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      roam(event);
      return;
    }
    const at = place(event);
    if (!isMoving) {
      if (start === null || distance(start, at) < THRESHOLD) return;
      begin(event);
    }
    const was = pair();
    fingers.set(event.pointerId, at);
    const both = pair();
    if (was && both) {
      const [from, to] = [between(...was), between(...both)];
      hand.drag(to.x - from.x, to.y - from.y);
      const now = distance(...both);
      if (spread > 0) hand.zoom(to, now / spread);
      spread = now;
    } else {
      hand.drag(at.x - before.x, at.y - before.y);
    }
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (isMoving) {
      hand.hold(false);
      // Ignore the click event that follows a drag.
      setTimeout(() => (isMoving = false), 0);
    } else if (start !== null && event.type === 'pointerup' && isBare(event.target)) {
      hand.tap(place(event));
    }
    start = null;
  };

  const click = (event: MouseEvent): void => {
    if (!isMoving) return;
    event.stopPropagation();
    event.preventDefault();
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const at = place(event);
    const pixels = event.deltaY * (UNITS[event.deltaMode] ?? 1);
    if (!event.ctrlKey && hand.isTurnable(at)) {
      turned += pixels;
      if (Math.abs(turned) < NOTCH || event.timeStamp - lastNotch < NOTCH_PAUSE) return;
      hand.turn(turned > 0 ? 1 : -1);
      [turned, lastNotch] = [0, event.timeStamp];
      return;
    }
    turned = 0;
    hand.zoom(at, Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)));
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('click', click, true);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    clearTimeout(resting);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('click', click, true);
    element.removeEventListener('wheel', wheel);
  };
}

/** Returns true if the target is the board itself, not a control on it. */
function isBare(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target.closest('button, a, input, [role="dialog"]') === null;
}

const distance = (a: BoardPoint, b: BoardPoint): number => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: BoardPoint, b: BoardPoint): BoardPoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
