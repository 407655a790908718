// Markers that share a square of the score track.

interface Arrangement {
  /** Size of the glyphs. */
  size: number;
  /** Offsets from the centre of the square. */
  places: readonly (readonly [dx: number, dy: number])[];
}

/** Arrangements of one to six markers. */
// prettier-ignore
const ARRANGEMENTS: readonly Arrangement[] = [
  { size: 18, places: [[0, 0]] },
  { size: 14, places: [[-5, 0], [5, 0]] },
  { size: 12, places: [[-5, 4], [5, 4], [0, -5]] },
  { size: 10, places: [[-5, -5], [5, -5], [-5, 5], [5, 5]] },
  { size: 10, places: [[-6, -6], [6, -6], [-6, 6], [6, 6], [0, 0]] },
  { size: 8, places: [[-7, -5], [0, -5], [7, -5], [-7, 5], [0, 5], [7, 5]] },
];

/** Returns the offset and the size of marker `n` (from 0) of `count` markers in
 * a square. */
export function markerOf(count: number, n: number): { dx: number; dy: number; size: number } {
  const { size, places } = ARRANGEMENTS[count - 1] ?? { size: 8, places: [] };
  const [dx, dy] = places[n] ?? [0, 0];
  return { dx, dy, size };
}
