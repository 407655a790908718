import type { Lesson } from './lesson';

/** The Castle in twelve turns. */
export const lesson: Lesson = {
  name: 'stronghold',
  game: 'stronghold',
  rules: '',
  scores: [78, 14],
  steps: [
    { kind: 'read', text: 'welcome' },
    {
      kind: 'play',
      tile: 'C10',
      stages: [
        { text: 'tower.tile', action: 'P0,4r2' },
        { text: 'tower.figure', action: 'M0' },
      ],
    },
    {
      kind: 'read',
      text: 'tower.scored',
      site: '0,4.0',
      cells: [
        { x: -1, y: 4 },
        { x: 0, y: 4 },
      ],
    },
    { kind: 'watch', tile: 'A9', actions: ['P3,0r0', 'M0'], text: 'house.theirs', cells: [{ x: 3, y: 0 }] },
    {
      kind: 'play',
      tile: 'D4',
      reveals: 1,
      stages: [
        { text: 'token.tile', action: 'P0,3r2' },
        { text: 'token.figure', action: 'M0' },
      ],
    },
    { kind: 'read', text: 'token.taken', site: '0,3.0', cells: [{ x: 0, y: 3 }] },
    { kind: 'watch', tile: 'C11mw', actions: ['P0,2r0', 'M0'], text: 'path.theirs', cells: [{ x: 0, y: 2 }] },
    {
      kind: 'play',
      tile: 'B1',
      stages: [
        { text: 'path.tile', action: 'P1,3r0' },
        { text: 'path.figure', action: 'M1' },
        { text: 'path.token', action: 'U1' },
      ],
    },
    {
      kind: 'play',
      tile: 'C7',
      stages: [
        { text: 'tie.tile', action: 'P1,4r1' },
        { text: 'tie.figure', action: '.' },
      ],
    },
    {
      kind: 'read',
      text: 'tie.scored',
      site: '0,2.0',
      cells: [
        { x: 0, y: 2 },
        { x: 0, y: 3 },
        { x: 0, y: 4 },
        { x: 1, y: 4 },
        { x: 1, y: 3 },
      ],
    },
    { kind: 'watch', tile: 'A6', actions: ['P9,5r1', 'M0'], text: 'tower.theirs', cells: [{ x: 9, y: 5 }] },
    {
      kind: 'play',
      tile: 'A3',
      stages: [
        { text: 'house.tile', action: 'P1,2r1' },
        { text: 'house.figure', action: 'M0' },
      ],
    },
    {
      kind: 'watch',
      tile: 'A2',
      actions: ['P8,5r3', '.'],
      text: 'tower.done',
      cells: [
        { x: 10, y: 5 },
        { x: 9, y: 5 },
        { x: 8, y: 5 },
      ],
    },
    {
      kind: 'play',
      tile: 'C8m',
      stages: [
        { text: 'keep.tile', action: 'P2,2r2' },
        { text: 'keep.figure', action: '.' },
      ],
    },
    {
      kind: 'read',
      text: 'keep.moved',
      site: '1,2.0',
      cells: [
        { x: 1, y: 3 },
        { x: 1, y: 2 },
        { x: 2, y: 2 },
      ],
    },
    {
      kind: 'watch',
      tile: 'A4',
      actions: ['P4,0r0', 'M1'],
      text: 'merchant.theirs',
      cells: [
        { x: 3, y: 0 },
        { x: 4, y: 0 },
      ],
    },
    {
      kind: 'play',
      tile: 'A7',
      stages: [
        { text: 'merchant.tile', action: 'P2,3r1' },
        { text: 'merchant.figure', action: 'M1' },
      ],
    },
    {
      kind: 'read',
      text: 'final.keep',
      site: '1,2.0',
      cells: [
        { x: 1, y: 3 },
        { x: 1, y: 2 },
        { x: 2, y: 2 },
      ],
    },
    {
      kind: 'read',
      text: 'final.courtyards',
      site: '2,3.1',
      cells: [
        { x: 1, y: 3 },
        { x: 2, y: 3 },
      ],
    },
    { kind: 'read', text: 'done' },
  ],
};
