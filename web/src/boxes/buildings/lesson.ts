import type { Lesson } from '../../lib/words/tutorial/lesson';

/** Bridges, castles and barns in twelve turns. */
export const lesson: Lesson = {
  name: 'bridges',
  game: 'land',
  rules: 'base,fields,bridges,castles,barns',
  scores: [27, 19],
  steps: [
    { kind: 'read', text: 'welcome', cells: [{ x: 0, y: 0 }] },
    {
      kind: 'play',
      tile: 'XA',
      stages: [
        { text: 'bridge.tile', action: 'P1,0r0-' },
        { text: 'bridge.figure', action: 'Mb' },
      ],
    },
    { kind: 'watch', tile: 'W', actions: ['P-1,0r0', 'M1'], text: 'crossing', cells: [{ x: -1, y: 0 }] },
    {
      kind: 'play',
      tile: 'A',
      stages: [
        { text: 'road.tile', action: 'P2,0r1' },
        { text: 'road.figure', action: 'M2' },
      ],
    },
    {
      kind: 'read',
      text: 'road.scored',
      site: '0,0.1',
      cells: [
        { x: -1, y: 0 },
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 2, y: 0 },
      ],
    },
    { kind: 'watch', tile: 'E', actions: ['P-1,-1r1', 'M0'], text: 'city.theirs', cells: [{ x: -1, y: -1 }] },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'city.tile', action: 'P1,-1r3' },
        { text: 'city.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'U', actions: ['P-1,1r0', 'M2'], text: 'farmer.theirs', cells: [{ x: -1, y: 1 }] },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'barn.tile', action: 'P2,-1r0' },
        { text: 'barn.build', action: 'Bsw:2,0.2' },
        { text: 'barn.figure', action: 'M0' },
      ],
    },
    {
      kind: 'read',
      text: 'barn.scored',
      cells: [
        { x: 1, y: -1 },
        { x: 2, y: -1 },
        { x: 1, y: 0 },
        { x: 2, y: 0 },
      ],
    },
    { kind: 'watch', tile: 'V', actions: ['P-1,2r2'], text: 'road.theirs', cells: [{ x: -1, y: 2 }] },
    {
      kind: 'play',
      tile: 'E',
      stages: [
        { text: 'castle.tile', action: 'P2,-2r2' },
        { text: 'castle.build', action: 'C0' },
        { text: 'castle.figure', action: '.' },
      ],
    },
    {
      kind: 'read',
      text: 'castle.built',
      cells: [
        { x: 2, y: -2 },
        { x: 2, y: -1 },
      ],
    },
    { kind: 'watch', tile: 'B', actions: ['P-2,1r0', 'M0'], text: 'monk.theirs', cells: [{ x: -2, y: 1 }] },
    {
      kind: 'play',
      tile: 'Q',
      stages: [
        { text: 'lady.tile', action: 'P0,-1r2' },
        { text: 'lady.figure', action: 'Rc0' },
      ],
    },
    {
      kind: 'read',
      text: 'lady.scored',
      site: '0,-1.0',
      cells: [
        { x: -1, y: -1 },
        { x: 0, y: -1 },
        { x: 1, y: -1 },
        { x: 0, y: 0 },
      ],
    },
    { kind: 'watch', tile: 'W', actions: ['P0,2r0', 'M0'], text: 'end', cells: [{ x: 0, y: 2 }] },
    {
      kind: 'read',
      text: 'final.open',
      cells: [
        { x: -2, y: 1 },
        { x: 0, y: 2 },
      ],
    },
    { kind: 'read', text: 'final.fields', site: '2,0.2', cells: [{ x: 2, y: 0 }] },
    { kind: 'read', text: 'done' },
  ],
};
