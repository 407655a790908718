import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'castles.lady': picture(
    [
      'bastide 1',
      'game land rules=base,fields,castles seats=2 first=0',
      'DE P0,-1r2 C0 Mc',
      'DM P-1,-1r3 M0',
      'DN P1,-1r0 M0',
    ],
    {
      family: 'land',
      rules: 'base,fields,castles',
      set: 'base,bridges',
      turn: 1,
      to_act: null,
      stronghold: null,
      turns: 0,
      actions: 10,
      drawn: null,
      scores: [0, 0],
      land: {
        pieces: [{ piece: 'castle', number: 0, symbol: 'castle', seat: 0, at: { x: 50, y: 0 }, size: 50 }],
      },
      tiles_left: 83,
      bag: [],
      laid: [
        { tile: 'D', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'D-0', bridge: null },
        { tile: 'E', cell: { x: 0, y: -1 }, rotation: 2, symbol: 'E-2', bridge: null },
        { tile: 'M', cell: { x: -1, y: -1 }, rotation: 3, symbol: 'M-3', bridge: null },
        { tile: 'N', cell: { x: 1, y: -1 }, rotation: 0, symbol: 'N-0', bridge: null },
      ],
      figures: [
        { seat: 0, figure: 'meeple', role: 'lady', pose: 'lady0', spot: 'c0', at: { x: 50, y: -6 }, scale: 0.8 },
        {
          seat: 1,
          figure: 'meeple',
          role: 'knight',
          pose: 'meeple1',
          spot: '-1,-1.0',
          at: { x: -83.7, y: -64.3 },
          scale: 1,
        },
        {
          seat: 0,
          figure: 'meeple',
          role: 'knight',
          pose: 'meeple0',
          spot: '1,-1.0',
          at: { x: 172.3, y: -75.7 },
          scale: 1,
        },
      ],
    },
  ),
};
