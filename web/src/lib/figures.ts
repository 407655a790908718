// How figures are drawn.

/** How wide the box of a figure is on the board. */
export const FIGURE = 42;

/** Figures are never smaller than this on the screen, in pixels. */
export const SMALLEST = 26;

/** The least size of a figure on the board at scale `k`, in steps: a change
 * makes the browser draw all figures again. */
export const leastSize = (k: number): number => Math.ceil(SMALLEST / k / 4) * 4;
