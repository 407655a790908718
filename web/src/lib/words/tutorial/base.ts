import type { Lesson } from './lesson';

/** The base game with fields in fourteen turns. */
export const lesson: Lesson = {
  name: 'base',
  game: 'land',
  rules: 'base,fields',
  scores: [28, 18],
  steps: [
    { kind: 'read', text: 'welcome', cells: [{ x: 0, y: 0 }] },
    {
      kind: 'play',
      tile: 'U',
      stages: [
        { text: 'road.tile', action: 'P1,0r1' },
        { text: 'road.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'W', actions: ['P-1,0r0', 'M1'], text: 'crossing', cells: [{ x: -1, y: 0 }] },
    {
      kind: 'play',
      tile: 'A',
      stages: [
        { text: 'monastery.tile', action: 'P2,0r1' },
        { text: 'monastery.figure', action: 'M0' },
      ],
    },
    {
      kind: 'read',
      text: 'road.scored',
      site: '1,0.0',
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
    { kind: 'watch', tile: 'U', actions: ['P-1,1r0', '.'], text: 'road.theirs', cells: [{ x: -1, y: 1 }] },
    {
      kind: 'play',
      tile: 'Q',
      stages: [
        { text: 'join.tile', action: 'P0,-1r2' },
        { text: 'join.figure', action: '.' },
      ],
    },
    {
      kind: 'read',
      text: 'join.scored',
      site: '0,-1.0',
      cells: [
        { x: -1, y: -1 },
        { x: 0, y: -1 },
        { x: 1, y: -1 },
        { x: 0, y: 0 },
      ],
    },
    { kind: 'watch', tile: 'E', actions: ['P0,-2r0', 'M0'], text: 'second.theirs', cells: [{ x: 0, y: -2 }] },
    {
      kind: 'play',
      tile: 'V',
      stages: [
        { text: 'field.tile', action: 'P2,-1r2' },
        { text: 'field.figure', action: 'M1' },
      ],
    },
    {
      kind: 'watch',
      tile: 'E',
      actions: ['P0,-3r2', '.'],
      text: 'second.scored',
      cells: [
        { x: 0, y: -3 },
        { x: 0, y: -2 },
      ],
    },
    {
      kind: 'play',
      tile: 'M',
      stages: [
        { text: 'fields.tile', action: 'P1,-2r0' },
        { text: 'fields.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'U', actions: ['P-1,2r0', '.'], text: 'road.longer', cells: [{ x: -1, y: 2 }] },
    {
      kind: 'play',
      tile: 'U',
      stages: [
        { text: 'last.tile', action: 'P3,0r0' },
        { text: 'last.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'V', actions: ['P-1,3r1', '.'], text: 'end', cells: [{ x: -1, y: 3 }] },
    {
      kind: 'read',
      text: 'final.open',
      cells: [
        { x: 2, y: 0 },
        { x: 1, y: -2 },
        { x: 3, y: 0 },
      ],
    },
    { kind: 'read', text: 'final.fields', site: '2,-1.1', cells: [{ x: 2, y: -1 }] },
    { kind: 'read', text: 'done' },
  ],
};
