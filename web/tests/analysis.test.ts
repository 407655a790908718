import { expect, it } from 'vitest';

import { fragmentOf, gameIn } from '../src/analysis/link';
import { partsOf } from '../src/analysis/notation';
import { Study } from '../src/analysis/study.svelte';
import { freshPlan, seatNumbers, withPreset, type Preset } from '../src/lib/presets';
import type { NodeView } from '../src/analysis/wire';

const HEAD = 'bastide 1\ngame land rules=base,fields seats=2 first=1 commit=ab players=Ann,Bob\n';

const node = (parent: number, turn: string, rest: Partial<NodeView> = {}): NodeView => ({
  parent,
  seat: 0,
  turn,
  name: '',
  comment: '',
  values: [],
  is_unfinished: false,
  ...rest,
});
const study = (...nodes: NodeView[]): Study =>
  new Study({ head: HEAD, tail: 'end 6 4\n', nodes: [node(0, ''), ...nodes] });

it('writes a game as it was read', () => {
  const text = study(node(0, 'DV P1,0r0 M0'), node(1, 'DE P0,-1r2 M0')).text();
  expect(text).toBe(`${HEAD}DV P1,0r0 M0\nDE P0,-1r2 M0\nend 6 4\n`);
});

it('writes variations with their notes after the turn they replace', () => {
  const tree = study(
    node(0, 'DV P1,0r0 M0', { comment: 'One\n\ntwo', values: [3, -1.25] }),
    node(0, 'DV P1,0r0 M1', { name: 'The  field' }),
    node(2, 'DE P0,-1r2 M0'),
    node(2, 'DE P0,-1r2 .'),
    node(1, 'DU P1,1r0 .'),
  );
  expect(tree.text().split('\n').slice(2)).toEqual([
    'DV P1,0r0 M0',
    '#! value 3.0 -1.3',
    '#! text One',
    '#! text',
    '#! text two',
    '#! (',
    '#! DV P1,0r0 M1',
    '#! name The field',
    '#! DE P0,-1r2 M0',
    '#! (',
    '#! DE P0,-1r2 .',
    '#! )',
    '#! )',
    'DU P1,1r0 .',
    'end 6 4',
    '',
  ]);
});

it('adds a turn once, and a game that goes on has another deal', () => {
  const tree = study(node(0, 'DV P1,0r0 M0'));
  tree.play('DE P0,-1r2 M0', 0);
  tree.undo();
  tree.play('DE P0,-1r2 M0', 0);
  expect(tree.root.children[0]?.children).toHaveLength(1);
  expect(tree.text()).toBe(
    'bastide 1\ngame land rules=base,fields seats=2 first=1 players=Ann,Bob\nDV P1,0r0 M0\nDE P0,-1r2 M0\n',
  );
});

it('goes on with a turn that has only begun', () => {
  const tree = study(node(0, 'DV P1,0r0 M0'), node(1, 'DE', { is_unfinished: true }));
  expect([tree.line, tree.begun]).toEqual(['DV P1,0r0 M0 DE', ['DE']]);
  expect(tree.text()).toContain('\nDE\n');
  tree.undo();
  expect(tree.line).toBe('DV P1,0r0 M0');
});

it('promotes and removes variations', () => {
  const tree = study(node(0, 'DV P1,0r0 M0'), node(0, 'DV P1,0r0 M1'), node(2, 'DE P0,-1r2 M0'));
  const other = tree.root.children[1];
  if (other === undefined) throw new Error('there is no variation');
  tree.promote(other);
  expect(tree.root.children[0]).toBe(other);
  tree.go(tree.end(other));
  tree.remove(other);
  expect([tree.current, tree.root.children.length]).toEqual([tree.root, 1]);
});

it('finds the turn of an action', () => {
  const tree = study(node(0, 'DV P1,0r0 M0'), node(1, 'DE P0,-1r2 M0'));
  for (const [actions, depth] of [
    [0, 0],
    [1, 1],
    [3, 1],
    [4, 2],
    [99, 2],
  ] as const) {
    tree.goTo(actions);
    expect(tree.current.depth).toBe(depth);
  }
});

it('reads the parts of a turn', () => {
  expect(partsOf('DX DV P-1,2r3 M0')).toEqual({
    symbol: 'V-3',
    cell: { x: -1, y: 2 },
    hasFigure: true,
    isRecall: false,
  });
  expect(partsOf('DV P1,0r0 .').hasFigure).toBe(false);
  expect(partsOf('DV P1,0r0 Mk4').hasFigure).toBe(true);
});

it('knows the figures of all expansions', () => {
  // The letters of docs/notation.md; `DL` and `DH` are tiles.
  for (const figure of ['M0', 'Mb', 'Mc', 'A2', 'L3', 'Lk1', 'W1', 'H4'])
    expect([figure, partsOf(`DL P1,0r0 ${figure}`).hasFigure]).toEqual([figure, true]);
  for (const other of ['.', 'R0,1.2', 'C0', 'Bne:1,0.2', 'U1', 'T2', 'S1,0.2'])
    expect([other, partsOf(`DH P1,0r0 ${other}`).hasFigure]).toEqual([other, false]);
});

it('knows whose turn it was, also after the second turn of a builder', () => {
  const tree = study(
    node(0, 'DU P1,0r1 M0', { seat: 1 }),
    node(1, 'DB P0,1r0 .', { seat: 0 }),
    node(2, 'DU P2,0r1 W0', { seat: 1 }),
    node(3, 'DU P3,0r1 .', { seat: 1 }),
    node(4, 'DB P1,1r0 .', { seat: 0 }),
  );
  tree.play('DU P4,0r1 .', 1);
  const seats: number[] = [];
  for (let [one] = tree.root.children; one !== undefined; [one] = one.children) seats.push(one.seat);
  expect(seats).toEqual([1, 0, 1, 1, 0, 1]);
});

it('offers as many players as the expansions of an empty board allow', () => {
  const numbers = (preset: Preset): number[] => seatNumbers(withPreset(freshPlan(''), preset));
  expect(numbers('bigbox')).toEqual([2, 3, 4, 5, 6]);
  expect(numbers('base')).toEqual([2, 3, 4, 5]);
  expect(numbers('stronghold')).toEqual([2]);
});

it('packs games into links, and refuses damaged and large ones', async () => {
  const text = study(node(0, 'DV P1,0r0 M0', { comment: 'Їжак — 🦔' })).text();
  expect(await gameIn(await fragmentOf(text))).toBe(text);
  expect(await gameIn('#p=1abc')).toBe('1abc');
  expect(await gameIn('')).toBeNull();
  expect(await gameIn('#z=AAAA')).toBe('');
  expect(await gameIn('#z=%%%')).toBe('');
  const large = await fragmentOf('x'.repeat(1_200_000));
  expect(large.length).toBeLessThan(5_000);
  expect(await gameIn(large)).toBe('');
});
