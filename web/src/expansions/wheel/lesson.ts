import type { Lesson } from '../../lib/words/tutorial/lesson';

/** The Wheel of Fortune in twelve turns. */
export const lesson: Lesson = {
  name: 'wheel',
  game: 'land',
  rules: 'wheel,fields',
  scores: [44, 31],
  steps: [
    {
      kind: 'read',
      text: 'welcome',
      cells: [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
        { x: 1, y: 2 },
        { x: 2, y: 2 },
      ],
    },
    {
      kind: 'play',
      tile: 'W08',
      stages: [
        { text: 'city.tile', action: 'P4,0r3' },
        { text: 'city.figure', action: 'M0' },
      ],
    },
    {
      kind: 'watch',
      tile: 'W31i1',
      actions: ['P4,2r0', 'M0'],
      text: 'tax',
      cells: [
        { x: 4, y: 0 },
        { x: 4, y: 2 },
      ],
    },
    {
      kind: 'play',
      tile: 'W17',
      stages: [
        { text: 'close.tile', action: 'P4,-1r2' },
        { text: 'crown.figure', action: 'Mk4', or: ['Mk5'] },
      ],
    },
    {
      kind: 'read',
      text: 'close.scored',
      site: '4,0.0',
      cells: [
        { x: 3, y: 0 },
        { x: 4, y: 0 },
        { x: 4, y: -1 },
      ],
    },
    { kind: 'watch', tile: 'W27', actions: ['P5,2r0', 'Mk6'], text: 'crown.theirs', cells: [{ x: 5, y: 2 }] },
    {
      kind: 'read',
      text: 'storm',
      cells: [
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ],
    },
    {
      kind: 'play',
      tile: 'W29i2',
      stages: [
        { text: 'storm.tile', action: 'P2,-1r0' },
        { text: 'storm.figure', action: 'M0' },
      ],
    },
    {
      kind: 'watch',
      tile: 'W17',
      actions: ['P1,4r0', 'M0'],
      text: 'city.theirs',
      cells: [
        { x: 1, y: 3 },
        { x: 1, y: 4 },
      ],
    },
    {
      kind: 'play',
      tile: 'W26',
      stages: [
        { text: 'monk.tile', action: 'P4,1r0' },
        { text: 'monk.figure', action: 'M0' },
      ],
    },
    { kind: 'watch', tile: 'W29i1', actions: ['P-1,3r3', 'Mk7'], text: 'inquisition', cells: [{ x: -1, y: 3 }] },
    {
      kind: 'play',
      tile: 'W31i1',
      stages: [
        { text: 'plague.figure', action: 'R2,-1.0' },
        { text: 'plague.tile', action: 'P5,0r1' },
        { text: 'farmer.figure', action: 'M1' },
      ],
    },
    { kind: 'read', text: 'plague.skipped', cells: [{ x: 2, y: 1 }] },
    { kind: 'watch', tile: 'W28', actions: ['P-1,4r1', 'M0'], text: 'road.theirs', cells: [{ x: -1, y: 4 }] },
    {
      kind: 'play',
      tile: 'W29i1',
      stages: [
        { text: 'fortune.tile', action: 'P5,1r2' },
        { text: 'fortune.figure', action: 'M0' },
      ],
    },
    { kind: 'read', text: 'monk.scored', cells: [{ x: 4, y: 1 }] },
    { kind: 'watch', tile: 'W26', actions: ['P0,4r0', 'M0'], text: 'end', cells: [{ x: 0, y: 4 }] },
    {
      kind: 'read',
      text: 'final.open',
      cells: [
        { x: 5, y: 1 },
        { x: -1, y: 4 },
        { x: 0, y: 4 },
      ],
    },
    { kind: 'read', text: 'final.fields', site: '5,0.1', cells: [{ x: 5, y: 0 }] },
    { kind: 'read', text: 'done' },
  ],
};
