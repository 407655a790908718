// Colours of seats: glyphs and drawings.
import { describe, expect, it } from 'vitest';

import { COLOURS, colourOf, DEFAULT_SEATS, glyph, symbolOf } from '../src/lib/colours';
import fonts from '../src/fonts.css?raw';
import style from '../src/tokens.css?raw';

describe('a colour', () => {
  it('has a sign of its own, which the page brings along', () => {
    const signs = COLOURS.map(glyph);
    expect(new Set(signs).size).toBe(COLOURS.length);
    const ranges = [...fonts.matchAll(/players\.woff2.*unicode-range: (.*);/g)].map((found) => found[1]?.split(','));
    expect(ranges).toHaveLength(3);
    for (const range of ranges) {
      expect(range?.sort()).toEqual(
        signs.map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).sort(),
      );
    }
  });

  it('is one of the page', () => {
    for (const colour of COLOURS) expect(style).toContain(`--seat-${colour}: #`);
  });

  it('names drawings by its number, not by that of the seat', () => {
    const seats = [{ colour: 'white' as const }, { colour: 'black' as const }];
    expect([0, 1].map((seat) => symbolOf('meeple', colourOf(seats, seat)))).toEqual(['meeple5', 'meeple4']);
    expect(symbolOf('knight0', 'white')).toBe('knight5');
    expect(COLOURS.map((_, seat) => symbolOf('keep', colourOf(DEFAULT_SEATS, seat)))).toEqual([
      'keep0',
      'keep1',
      'keep2',
      'keep3',
      'keep4',
      'keep5',
    ]);
  });
});
