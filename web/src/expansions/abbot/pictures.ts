import { picture } from '../../lib/words/guide/picture';

/** The pictures of the guide. */
export const pictures = {
  'abbot.garden': picture(
    [
      'bastide 1',
      'game land rules=base,fields,abbot seats=2 first=0 deck=Vg,B,U,V',
      'DVg P1,0r0 A3',
      'DB P0,1r0 M0',
      'DU P1,1r0 .',
    ],
    {
      family: 'land',
      rules: 'base,fields,abbot',
      set: 'base',
      turn: 1,
      to_act: null,
      turns: 0,
      actions: 9,
      drawn: null,
      scores: [0, 0],
      tiles_left: 1,
      bag: [],
      laid: [
        { tile: 'D', cell: { x: 0, y: 0 }, rotation: 0, symbol: 'D-0', bridge: null },
        { tile: 'Vg', cell: { x: 1, y: 0 }, rotation: 0, symbol: 'Vg-0', bridge: null },
        { tile: 'B', cell: { x: 0, y: 1 }, rotation: 0, symbol: 'B-0', bridge: null },
        { tile: 'U', cell: { x: 1, y: 1 }, rotation: 0, symbol: 'U-0', bridge: null },
      ],
      figures: [
        { seat: 0, figure: 'abbot', role: 'abbot', pose: 'abbot0', spot: '1,0.3', at: { x: 148, y: 48 }, scale: 1 },
        { seat: 1, figure: 'meeple', role: 'monk', pose: 'meeple1', spot: '0,1.0', at: { x: 50, y: 150 }, scale: 1 },
      ],
      land: { pieces: [] },
      stronghold: null,
    },
  ),
};
