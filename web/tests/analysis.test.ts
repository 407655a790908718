import { expect, it } from 'vitest';

import { fragmentOf, gameIn } from '../src/analysis/link';
import { partsOf, seatOf } from '../src/analysis/notation';
import { Study } from '../src/analysis/study.svelte';
import type { NodeView } from '../src/analysis/wire';

const HEAD = 'bastide 1\ngame land rules=base,fields seats=2 first=1 commit=ab players=Ann,Bob\n';

const node = (parent: number, turn: string, rest: Partial<NodeView> = {}): NodeView => ({
  parent,
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
  tree.play('DE P0,-1r2 M0');
  tree.undo();
  tree.play('DE P0,-1r2 M0');
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

it('knows whose turn it was, also after a further turn', () => {
  const tree = study(node(0, 'DA'), node(1, 'DB U1'), node(2, 'DC'), node(3, 'DD'));
  const seats: number[] = [];
  for (let [one] = tree.root.children; one !== undefined; [one] = one.children) seats.push(seatOf(one, HEAD));
  expect(seats).toEqual([1, 0, 0, 1]);
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
