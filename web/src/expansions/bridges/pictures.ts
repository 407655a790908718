import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'bridges.road': picture(
    ['bastide 1', 'game land rules=base,fields,bridges seats=2 first=0', 'DE P1,0r0- Mb', 'DW P-1,0r0 .', 'DW P2,0r0'],
    {
      family: 'land',
      rules: 'base,fields,bridges',
      set: 'base,bridges',
      turn: 0,
      to_act: 0,
      turns: 0,
      actions: 8,
      drawn: null,
      scores: [0, 0],
      tiles_left: 83,
      bag: [],
      laid: [
        { tile: 'D', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'D-0', bridge: null },
        { tile: 'E', cell: { x: 1, y: 0 }, rotation: 0, symbol: 'E-0', bridge: 'ew' },
        { tile: 'W', cell: { x: -1, y: 0 }, rotation: 0, symbol: 'W-0', bridge: null },
        { tile: 'W', cell: { x: 2, y: 0 }, rotation: 0, symbol: 'W-0', bridge: null },
      ],
      figures: [
        {
          seat: 0,
          figure: 'meeple',
          role: 'highwayman',
          pose: 'meeple0',
          spot: '1,0.2',
          at: { x: 175, y: 50 },
          scale: 1,
        },
      ],
      land: { pieces: [] },
      stronghold: null,
    },
  ),
};
