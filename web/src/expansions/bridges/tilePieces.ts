import type { TilePieces } from '../../lib/tilePieces';

/** The bridge over a tile. */
export const tilePieces: TilePieces = ({ bridge }) =>
  bridge === null ? [] : [{ piece: 'bridge', symbol: `bridge-${bridge}` }];
