import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'fields.one': picture(
    [
      'bastide 1',
      'game land rules=base,fields seats=2 first=0 deck=E,U,E,E,V',
      'DE P0,-1r2 .',
      'DU P1,0r1 M1',
      'DE P1,-1r0 M1',
      'DE P1,-2r2 .',
    ],
    {
      family: 'land',
      rules: 'base,fields',
      set: 'base',
      turn: 0,
      to_act: null,
      stronghold: null,
      turns: 0,
      actions: 12,
      drawn: null,
      scores: [0, 0],
      land: { pieces: [] },
      tiles_left: 1,
      bag: [],
      laid: [
        { tile: 'D', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'D-0', bridge: null },
        { tile: 'E', cell: { x: 0, y: -1 }, rotation: 2, symbol: 'E-2', bridge: null },
        { tile: 'U', cell: { x: 1, y: 0 }, rotation: 1, symbol: 'U-1', bridge: null },
        { tile: 'E', cell: { x: 1, y: -1 }, rotation: 0, symbol: 'E-0', bridge: null },
        { tile: 'E', cell: { x: 1, y: -2 }, rotation: 2, symbol: 'E-2', bridge: null },
      ],
      figures: [
        {
          seat: 1,
          figure: 'meeple',
          role: 'farmer',
          pose: 'farmer1',
          spot: '1,0.1',
          at: { x: 163.7, y: 80.3 },
          scale: 1,
        },
        {
          seat: 0,
          figure: 'meeple',
          role: 'farmer',
          pose: 'farmer0',
          spot: '1,-1.1',
          at: { x: 148.3, y: -43.7 },
          scale: 1,
        },
      ],
    },
  ),
};
