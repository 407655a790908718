import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'barns.barn': picture(
    [
      'bastide 1',
      'game land rules=base,fields,barns seats=2 first=0',
      'DU P1,0r1 M1',
      'DU P-1,0r1 M2',
      'DE P0,1r2 .',
      'DW P2,0r0 .',
      'DE P1,1r2 Bnw:1,0.1',
    ],
    {
      family: 'land',
      rules: 'base,fields,barns',
      set: 'base,bridges',
      turn: 0,
      to_act: 0,
      stronghold: null,
      turns: 0,
      actions: 15,
      drawn: null,
      scores: [0, 0],
      land: {
        pieces: [{ piece: 'barn', number: 0, symbol: 'barn', seat: 0, at: { x: 100, y: 100 }, size: 50 }],
      },
      tiles_left: 81,
      bag: [],
      laid: [
        { tile: 'D', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'D-0', bridge: null },
        { tile: 'U', cell: { x: 1, y: 0 }, rotation: 1, symbol: 'U-1', bridge: null },
        { tile: 'U', cell: { x: -1, y: 0 }, rotation: 1, symbol: 'U-1', bridge: null },
        { tile: 'E', cell: { x: 0, y: 1 }, rotation: 2, symbol: 'E-2', bridge: null },
        { tile: 'W', cell: { x: 2, y: 0 }, rotation: 0, symbol: 'W-0', bridge: null },
        { tile: 'E', cell: { x: 1, y: 1 }, rotation: 2, symbol: 'E-2', bridge: null },
      ],
      figures: [
        { seat: 0, figure: 'meeple', role: 'farmer', pose: 'meeple0', spot: 'b0', at: { x: 103, y: 104 }, scale: 0.8 },
        {
          seat: 1,
          figure: 'meeple',
          role: 'farmer',
          pose: 'farmer1',
          spot: '-1,0.2',
          at: { x: -32.3, y: 24.3 },
          scale: 1,
        },
      ],
    },
  ),
};
