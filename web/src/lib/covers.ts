// The part of the board that remains visible between the elements above it.

import type { Box, Insets } from './geometry';

export type Side = keyof Insets;

/** An element above the board, in pixels from the board's top left corner. */
export interface Cover {
  box: Box;
  /** The sides whose inset may exclude the element. If there are none, it
   * covers part of the visible area. */
  sides: readonly Side[];
}

/** Distance between the visible area and the elements around it, in pixels. */
const GAP = 10;

const isSide = (name: string): name is Side => ['top', 'right', 'bottom', 'left'].includes(name);

/** Measures an element. Its style `--inset` lists the sides that may exclude
 * it. Uses its layout box, which animations do not change. */
export function coverOf(element: HTMLElement): Cover {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
  const sides = getComputedStyle(element).getPropertyValue('--inset').trim().split(' ').filter(isSide);
  return { box: { left, top, right: left + width, bottom: top + height }, sides };
}

/** Returns the insets that exclude all covers. Among the sides of each cover,
 * those are selected that leave the largest square visible. */
export function insetsOf(width: number, height: number, covers: readonly Cover[]): Insets {
  let best: Insets = { top: GAP, right: GAP, bottom: GAP, left: GAP };
  let most = -Infinity;
  const consider = (n: number, insets: Insets): void => {
    const cover = covers[n];
    if (cover === undefined) {
      const free = Math.min(width - insets.left - insets.right, height - insets.top - insets.bottom);
      if (free > most) [best, most] = [insets, free];
      return;
    }
    const { left, top, right, bottom } = cover.box;
    const isHidden = right <= left || bottom <= top;
    if (isHidden || cover.sides.length === 0) consider(n + 1, insets);
    else
      for (const side of cover.sides) {
        const needed = { left: right, top: bottom, right: width - left, bottom: height - top }[side] + GAP;
        consider(n + 1, { ...insets, [side]: Math.max(insets[side], needed) });
      }
  };
  consider(0, best);
  return best;
}
