// Rules as records write them.
import { describe, expect, it } from 'vitest';

import { expansionsIn, rulesIn } from '../src/lib/rules';

describe('rules', () => {
  it('have names and editions', () => {
    expect(rulesIn('base,fields,river=2021')).toEqual([
      { name: 'base', edition: undefined },
      { name: 'fields', edition: undefined },
      { name: 'river', edition: '2021' },
    ]);
    expect(rulesIn('')).toEqual([]);
  });

  it('contain known expansions, and maybe others', () => {
    expect(expansionsIn('base,pagans,river=2021,abbot')).toEqual(['river', 'abbot']);
  });
});
