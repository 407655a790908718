// The colours of seats: their order, their glyphs and the drawings in them.

import type { Colour, NewTable, SeatView } from '../wire/wire';

/** All colours, numbered as in the names of drawings. Seats get them in this
 * order by default. */
export const COLOURS: readonly Colour[] = ['red', 'blue', 'green', 'yellow', 'black', 'white'];

/** The colour of a seat. */
export type Coloured = Pick<SeatView, 'colour'>;

/** Seats in the default order, for boards without a table. */
export const DEFAULT_SEATS: readonly Coloured[] = COLOURS.map((colour) => ({ colour }));

/** Returns the colour of a seat. */
export const colourOf = (seats: readonly Coloured[], seat: number): Colour => seats[seat]?.colour ?? 'black';

const GLYPHS: Readonly<Record<Colour, string>> = {
  red: '■',
  blue: '●',
  green: '◆',
  yellow: '▲',
  black: '★',
  white: '✚',
};

/** Returns the glyph of a colour, for players with colour blindness. */
export const glyph = (colour: Colour): string => GLYPHS[colour];

/** Returns the symbol name of a piece in a colour. A trailing digit of `name`
 * is a seat number and is replaced. */
export const symbolOf = (name: string, colour: Colour): string =>
  name.replace(/\d$/, '') + String(COLOURS.indexOf(colour));

/** Returns the `colours` field of a new table; empty for the default colours. */
export const chosenColours = (colours: readonly Colour[]): Pick<NewTable, 'colours'> =>
  colours.every((colour, seat) => colour === COLOURS[seat]) ? {} : { colours: [...colours] };
