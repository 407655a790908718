// The colours of seats: their order, their signs, and the drawings in them.

import type { Colour, NewTable, SeatView } from '../wire/wire';

/** All colours, numbered as in the names of drawings. Seats have them in this
 * order unless others are chosen. */
export const COLOURS: readonly Colour[] = ['red', 'blue', 'green', 'yellow', 'black', 'white'];

/** The part of a seat that says its colour. */
export type Coloured = Pick<SeatView, 'colour'>;

/** Seats in the default order, for boards that belong to no table. */
export const DEFAULT_SEATS: readonly Coloured[] = COLOURS.map((colour) => ({ colour }));

/** The colour of a seat. */
export const colourOf = (seats: readonly Coloured[], seat: number): Colour => seats[seat]?.colour ?? 'black';

const GLYPHS: Readonly<Record<Colour, string>> = { red: '■', blue: '●', green: '◆', yellow: '▲', black: '★', white: '✚' };

/** The sign of a colour, for players who cannot tell colours apart. */
export const glyph = (colour: Colour): string => GLYPHS[colour];

/** The drawing of a piece in a colour. A number that `name` already ends with
 * is that of a seat and is replaced. */
export const symbolOf = (name: string, colour: Colour): string => name.replace(/\d$/, '') + String(COLOURS.indexOf(colour));

/** The colours of a new table; nothing if they are the default ones. */
export const chosenColours = (colours: readonly Colour[]): Pick<NewTable, 'colours'> =>
  (colours.every((colour, seat) => colour === COLOURS[seat]) ? {} : { colours: [...colours] });
