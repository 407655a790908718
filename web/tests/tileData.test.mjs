import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { tileFiles, tilesOf } from '../scripts/tiles.mjs';

it('descriptions of tiles are those of the tile files; otherwise run: npm run tiles', () => {
  expect(tileFiles().length).toBeGreaterThan(4);
  for (const { file, text } of tileFiles()) expect(readFileSync(file, 'utf8')).toBe(text);
});

it('tile files are read: marks, sides, icons, patches', () => {
  const text = `set test
tile A x2 icon=3        # a comment
  city      N E +shield
  road      S2
  field     S1 W            borders 0
  touch 0 1
tile B x1
  courtyard N E1        +market
  courtyard S
tile C x1
  field     N E S W
tile D x0 patch
  city      N
`;
  expect(tilesOf(text)).toEqual({ A: 'city+shield NE, road S, icon 3', B: 'courtyard+market N', C: 'field NESW' });
});
