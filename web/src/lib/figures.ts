// How figures are drawn.

/** How wide the box of a figure is on the board. */
export const FIGURE = 42;

/** The drawing of a pose in the colour of a seat. */
export const symbolOf = (pose: string, seat: number): string => (/\d$/.test(pose) ? pose : `${pose}${String(seat)}`);
