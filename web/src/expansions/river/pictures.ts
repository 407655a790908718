import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'river.bends': picture(
    [
      'bastide 1',
      'game land rules=base,fields,river seats=2 first=0',
      'DRD P0,1r0 .',
      'DRG P0,2r0 .',
      'DRI P-1,2r0 M0',
      'DRK P-1,3r0 M2',
    ],
    {
      family: 'land',
      rules: 'base,fields,river',
      set: 'base,river',
      turn: 0,
      to_act: null,
      turns: 0,
      actions: 12,
      drawn: null,
      scores: [0, 0],
      tiles_left: 78,
      bag: [],
      laid: [
        { tile: 'RA', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'RA-0', bridge: null },
        { tile: 'RD', cell: { x: 0, y: 1 }, rotation: 0, symbol: 'RD-0', bridge: null },
        { tile: 'RG', cell: { x: 0, y: 2 }, rotation: 0, symbol: 'RG-0', bridge: null },
        { tile: 'RI', cell: { x: -1, y: 2 }, rotation: 0, symbol: 'RI-0', bridge: null },
        { tile: 'RK', cell: { x: -1, y: 3 }, rotation: 0, symbol: 'RK-0', bridge: null },
      ],
      figures: [
        {
          seat: 0,
          figure: 'meeple',
          role: 'highwayman',
          pose: 'meeple0',
          spot: '-1,2.0',
          at: { x: -64.65, y: 235.35 },
          scale: 1,
        },
        {
          seat: 1,
          figure: 'meeple',
          role: 'farmer',
          pose: 'farmer1',
          spot: '-1,3.2',
          at: { x: -69.7, y: 334.3 },
          scale: 1,
        },
      ],
      land: { pieces: [] },
      stronghold: null,
    },
  ),
};
