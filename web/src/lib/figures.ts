// Sizes of figures on the board.

/** Width of the box of a figure, in board units. */
export const FIGURE = 42;

/** Minimum size of a figure on the screen, in pixels. */
export const SMALLEST = 26;

/** Returns the minimum size of a figure on the board at scale `k`. Quantized,
 * because each change makes the browser redraw all figures. */
export const leastSize = (k: number): number => Math.ceil(SMALLEST / k / 4) * 4;
