import type { Lesson } from '../../lib/words/tutorial/lesson';

/** Inns, cathedrals, the large meeple, goods, the builder and the pig in
 * fourteen turns. */
export const lesson: Lesson = {
  name: 'inns',
  game: 'land',
  rules: 'base,fields,inns,traders',
  scores: [64, 17],
  steps: [
    { kind: 'read', text: 'welcome', cells: [{ x: 0, y: 0 }] },
    {
      kind: 'play',
      tile: 'IO',
      stages: [
        { text: 'inn.tile', action: 'P1,0r0' },
        { text: 'inn.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'W', actions: ['P-1,0r0', 'M1'], text: 'crossing', cells: [{ x: -1, y: 0 }] },
    {
      kind: 'play',
      tile: 'U',
      stages: [
        { text: 'builder.tile', action: 'P2,0r1' },
        { text: 'builder.figure', action: 'W0' },
      ],
    },
    { kind: 'watch', tile: 'TO', actions: ['P0,-1r1', 'M0'], text: 'wine', cells: [{ x: 0, y: -1 }] },
    {
      kind: 'play',
      tile: 'V',
      stages: [
        { text: 'extend.tile', action: 'P3,0r0' },
        { text: 'extend.figure', action: 'M2' },
      ],
    },
    {
      kind: 'play',
      tile: 'A',
      stages: [
        { text: 'second.tile', action: 'P3,1r2' },
        { text: 'pig.figure', action: 'H2' },
      ],
    },
    {
      kind: 'read',
      text: 'road.scored',
      cells: [
        { x: -1, y: 0 },
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 2, y: 0 },
        { x: 3, y: 0 },
        { x: 3, y: 1 },
      ],
    },
    { kind: 'watch', tile: 'IA', actions: ['P0,-2r0', '.'], text: 'cathedral', cells: [{ x: 0, y: -2 }] },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'large.tile', action: 'P1,-1r0' },
        { text: 'large.figure', action: 'L0' },
      ],
    },
    { kind: 'watch', tile: 'TK', actions: ['P4,1r1', 'M0'], text: 'cloth', cells: [{ x: 4, y: 1 }] },
    {
      kind: 'play',
      tile: 'TA',
      stages: [
        { text: 'join.tile', action: 'P1,-2r3' },
        { text: 'join.figure', action: 'W0' },
      ],
    },
    { kind: 'watch', tile: 'E', actions: ['P4,0r2', '.'], text: 'cloth.closing', cells: [{ x: 4, y: 0 }] },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'west.tile', action: 'P-1,-2r1' },
        { text: 'west.figure', action: 'M1' },
      ],
    },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'close.tile', action: 'P0,-3r2' },
        { text: 'close.figure', action: '.' },
      ],
    },
    {
      kind: 'read',
      text: 'city.scored',
      site: '0,-2.0',
      cells: [
        { x: 0, y: -2 },
        { x: 1, y: -1 },
      ],
    },
    {
      kind: 'watch',
      tile: 'Eg',
      actions: ['P5,1r3', '.'],
      text: 'end',
      cells: [
        { x: 4, y: 1 },
        { x: 5, y: 1 },
      ],
    },
    { kind: 'read', text: 'final.fields', site: '3,1.2', cells: [{ x: 3, y: 1 }] },
    { kind: 'read', text: 'final.goods' },
    { kind: 'read', text: 'done' },
  ],
};
