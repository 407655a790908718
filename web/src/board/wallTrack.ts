// Points of the track along the wall of The Castle, as the server draws it
// (S-SETUP-2): the server sends only the positions of the markers.

import type { BoardPoint } from '../wire/wire';

// prettier-ignore
const SPACES: readonly (readonly [x: number, y: number])[] = [
  [-42, 159], [-23, 159], [28, 150], [68, 150], [107, 150], [158, 159], [177, 159], [150, 107], [150, 68], [150, 28],
  [158, -41], [177, -41], [232, -50], [279, -50], [326, -50], [374, -50], [421, -50], [468, -50], [523, -41], [542, -41],
  [550, 28], [550, 68], [550, 107], [523, 159], [542, 159], [593, 150], [633, 150], [673, 150], [713, 150], [752, 150],
  [792, 150], [832, 150], [872, 150], [923, 159], [942, 159], [950, 218], [923, 259], [942, 259], [982, 250], [1023, 259],
  [1042, 259], [1050, 329], [1050, 372], [1050, 415], [1050, 457], [1050, 500], [1050, 543], [1050, 585], [1050, 628], [1050, 671],
  [1023, 725], [1042, 725], [982, 750], [923, 725], [942, 725], [950, 795], [950, 839], [950, 882], [950, 926], [950, 970],
  [923, 1025], [942, 1025], [868, 1050], [819, 1050], [770, 1050], [722, 1050], [673, 1050], [624, 1050], [576, 1050], [527, 1050],
  [478, 1050], [430, 1050], [381, 1050], [332, 1050], [258, 1025], [277, 1025], [250, 972], [250, 932], [250, 893], [258, 825],
  [277, 825], [205, 850], [161, 850], [118, 850], [74, 850], [30, 850], [-42, 825], [-23, 825], [-50, 768], [-50, 719],
  [-50, 670], [-50, 622], [-50, 573], [-50, 524], [-50, 476], [-50, 427], [-50, 378], [-50, 330], [-50, 281], [-50, 232],
];

/** Returns the point of a total on the wall. */
export function wallPoint(total: number): BoardPoint {
  const [x, y] = SPACES[((total % SPACES.length) + SPACES.length) % SPACES.length] ?? [0, 0];
  return { x, y };
}

/** Maximum offset of markers that share a space. */
const BESIDE = 8;

/** Returns true if a marker is at the space this track has for it. Tables with
 * a custom wall have a different track. */
export const isOnTrack = (space: number, at: BoardPoint): boolean =>
  Math.hypot(wallPoint(space).x - at.x, wallPoint(space).y - at.y) < BESIDE;
