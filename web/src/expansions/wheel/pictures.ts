import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'wheel.start': picture(
    [
      'bastide 1',
      'game land rules=wheel,fields seats=2 first=0',
      'DW31i2 P4,2r0 M0',
      'DW29i1 P2,-1r0 Mk6',
      'DW08 P1,4r0 M0',
    ],
    {
      family: 'land',
      rules: 'wheel,fields',
      set: 'wheel',
      turn: 1,
      to_act: null,
      stronghold: null,
      turns: 0,
      actions: 9,
      drawn: null,
      scores: [6, 7],
      land: { pig: { sector: 'storm', at: { x: 114.14, y: 200 } }, pieces: [] },
      tiles_left: 69,
      bag: [],
      laid: [
        { tile: 'W31i2', cell: { x: 4, y: 2 }, rotation: 0, symbol: 'W31i2-0', bridge: null },
        { tile: 'W29i1', cell: { x: 2, y: -1 }, rotation: 0, symbol: 'W29i1-0', bridge: null },
        { tile: 'W08', cell: { x: 1, y: 4 }, rotation: 0, symbol: 'W08-0', bridge: null },
      ],
      figures: [
        {
          seat: 0,
          figure: 'meeple',
          role: 'highwayman',
          pose: 'meeple0',
          spot: '4,2.0',
          at: { x: 450, y: 250 },
          scale: 1,
        },
        {
          seat: 1,
          figure: 'meeple',
          role: 'meeple',
          pose: 'meeple1',
          spot: 'k6',
          at: { x: 140.87, y: 97.58 },
          scale: 1,
        },
        {
          seat: 0,
          figure: 'meeple',
          role: 'knight',
          pose: 'meeple0',
          spot: '1,4.0',
          at: { x: 164.3, y: 416.3 },
          scale: 1,
        },
      ],
    },
  ),
};
