import type { TableParts } from '../../lib/tableParts';
import Seat from './Seat.svelte';
import Standing from './Standing.svelte';
import Turn from './Turn.svelte';

/** The goods of each player, and the second turn of a builder. */
export const parts: TableParts = { Seat, Standing, Turn };
