import { expect, it, vi } from 'vitest';

import type { OutlookView, ReviewPlayerView, ReviewStepView, ReviewView } from '../src/wire/wire';
import { lineOf, mostOf, partsOfSteps, seatsWithLines, stepAt } from '../src/analysis/review/chart';
import { GameReview } from '../src/analysis/review/review.svelte';
import { valuesOf } from '../src/analysis/review/steps';
import { totalsOf } from '../src/analysis/review/totals';
import { Study } from '../src/analysis/study.svelte';
import type { Arguments, CallName } from '../src/local/calls';
import type { LocalClient } from '../src/local/client';

const outlook = (...win: number[]): OutlookView => ({ win, margin: win });

const step = (seat: number, at: number, rest: Partial<ReviewStepView> = {}): ReviewStepView => ({
  at,
  turn: 1,
  seat,
  draws: ['DV'],
  played: ['P1,0r0', 'M0'],
  best: outlook(500, 500),
  after: outlook(500, 500),
  lost: 0,
  error: 0,
  win_lost: 0,
  verdict: 'best',
  count: 2,
  is_exact: false,
  turns: [],
  luck: [],
  win_luck: [],
  ...rest,
});

const player = (seat: number, rest: Partial<ReviewPlayerView> = {}): ReviewPlayerView => ({
  seat,
  start: 0,
  luck: 0,
  skill: 0,
  margin: 0,
  own_luck: 0,
  lost: 0,
  win_lost: 0,
  turns: 1,
  rate: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
  ...rest,
});

const view = (seats: number, start: OutlookView, steps: ReviewStepView[]): ReviewView => ({
  is_over: true,
  is_calibrated: true,
  start,
  end: steps.at(-1)?.after ?? start,
  steps,
  players: Array.from({ length: seats }, (_, seat) => player(seat)),
  turning_points: [],
});

const DUEL = view(2, outlook(530, 470), [
  step(0, 1, { best: outlook(560, 440), after: outlook(500, 500), win_luck: [30, -30] }),
  step(1, 4, { best: outlook(450, 550), after: outlook(700, 300), win_luck: [-50, 50] }),
]);

it('draws one line for two players, through the best and the played turn of each step', () => {
  expect(seatsWithLines(DUEL)).toEqual([0]);
  expect(lineOf(DUEL, 0)).toEqual([
    { x: 0, y: 530 },
    { x: 0.5, y: 560 },
    { x: 1, y: 500 },
    { x: 1.5, y: 450 },
    { x: 2, y: 700 },
  ]);
});

it('divides the changes of the line into luck and errors', () => {
  const parts = partsOfSteps(DUEL);
  // The error of the second player helps the first one.
  expect(parts).toEqual([
    { luck: 30, error: -60 },
    { luck: -50, error: 250 },
  ]);
  const [first, last] = [lineOf(DUEL, 0)[0], lineOf(DUEL, 0).at(-1)];
  const sum = parts.reduce((all, { luck, error }) => all + luck + error, first?.y ?? 0);
  expect(sum).toBe(last?.y);
  expect(mostOf(parts)).toBe(250);
  expect(mostOf([])).toBe(100);
});

it('shows more players from the side of the one who acts', () => {
  const three = view(3, outlook(300, 300, 400), [
    step(2, 1, { best: outlook(290, 290, 420), after: outlook(340, 280, 380), win_luck: [-10, -10, 20] }),
  ]);
  expect(seatsWithLines(three)).toEqual([0, 1, 2]);
  expect(lineOf(three, 2).map(({ y }) => y)).toEqual([400, 420, 380]);
  expect(partsOfSteps(three)).toEqual([{ luck: 20, error: -40 }]);
});

it('finds the step of a position', () => {
  // The second and the third decision belong to the same turn, without a draw.
  const steps = [step(0, 1), step(1, 4), step(1, 6, { draws: [] })];
  expect([0, 1, 3].map((actions) => stepAt(steps, actions, 0))).toEqual([0, 0, 0]);
  expect([4, 5, 6].map((actions) => stepAt(steps, actions, 0))).toEqual([1, 1, 1]);
  expect(stepAt(steps, 6, 2)).toBe(2);
  expect(stepAt(steps, 99, 0)).toBe(2);
});

it('shows the values of the best and the played turn, and the changes between them', () => {
  const rows = (one: ReviewStepView): unknown[] =>
    valuesOf(one).map(({ name, margin, win }) => `${name} ${String(margin)} ${String(win)}`);
  const mistake = step(1, 1, {
    best: { margin: [-1800, 1800], win: [460, 540] },
    after: { margin: [600, -600], win: [514, 486] },
    luck: [-450, 450],
    win_luck: [-9, 9],
  });
  expect(rows(mistake)).toEqual([
    'before 1350 531',
    'luck 450 9',
    'best 1800 540',
    'loss -2400 -54',
    'played -600 486',
  ]);
  // Nothing is lost, and nothing was drawn.
  const value = { margin: [1000, -1000], win: [520, 480] };
  expect(rows(step(0, 1, { best: value, after: value, draws: [] }))).toEqual(['best 1000 520', 'played 1000 520']);
});

it('rounds totals so that they add up to the margin', () => {
  const totals = totalsOf(player(0, { start: 1349, luck: 5249, skill: 2402, margin: 9000 }));
  expect(totals).toEqual({ start: 1.3, luck: 5.2, skill: 2.5, margin: 9 });
  const other = totalsOf(player(1, { start: -1349, luck: -5249, skill: -2402, margin: -9000 }));
  expect(other).toEqual({ start: -1.3, luck: -5.2, skill: -2.5, margin: -9 });
});

const HEAD = 'bastide 1\ngame land rules=base seats=2\n';
const node = { seat: 0, name: '', comment: '', values: [], is_unfinished: false };
const study = (): Study =>
  new Study({
    head: HEAD,
    tail: '',
    nodes: [
      { ...node, parent: 0, turn: '' },
      { ...node, parent: 0, turn: 'DV P1,0r0 M0' },
      { ...node, parent: 1, turn: 'DE P0,-1r2 .' },
      { ...node, parent: 1, turn: 'DE P0,-1r2 M0' },
    ],
  });

/** A worker that answers with the steps of `DUEL`, and calls `before` first. */
function worker(before: (call: string) => void = () => undefined): {
  client: Pick<LocalClient, 'request' | 'close'>;
  calls: string[];
} {
  const calls: string[] = [];
  const answer = (name: CallName, args: object): unknown => {
    const number = 'step' in args ? Number(args.step) : -1;
    calls.push(number === -1 ? name : `${name} ${String(number)}`);
    before(calls.at(-1) ?? '');
    if (name === 'review_start') return { steps: 2, start: DUEL.start };
    return name === 'review_step' ? DUEL.steps[number] : DUEL;
  };
  const client = {
    request: <K extends CallName>(name: K, args: Arguments[K]) =>
      Promise.resolve().then(() => answer(name, args) as never),
    close: vi.fn(),
  };
  return { client, calls };
}

it('reviews step by step, and ends its worker', async () => {
  const { client, calls } = worker();
  const game = study();
  const review = new GameReview(game, client);
  await review.start();
  expect(calls).toEqual(['review_start', 'review_step 0', 'review_step 1', 'review']);
  expect(review.view).toBe(DUEL);
  expect(review.progress).toBeNull();
  expect(client.close).toHaveBeenCalled();

  review.go(0);
  expect(game.line).toBe('DV P1,0r0 M0');
  review.goBefore(1);
  expect(game.line).toBe('DV P1,0r0 M0 DE');
  expect(review.current).toBe(1);
  // A variation belongs to the step that it replaces.
  game.go(game.root);
  expect(review.current).toBe(0);
  game.showAt(3);
  game.play('DE P0,-1r2 M0', 0);
  expect(review.current).toBe(1);
  expect(review.isOutdated).toBe(false);
  // Another main line is another game.
  game.promote(game.current);
  expect(review.isOutdated).toBe(true);
});

it('continues a review that was stopped', async () => {
  let isStopped = false;
  const { client, calls } = worker((call) => {
    if (call !== 'review_step 1' || isStopped) return;
    isStopped = true;
    review.stop();
  });
  const review = new GameReview(study(), client);
  await review.start();
  expect(review.progress).toBeNull();
  expect(review.view).toBeNull();
  calls.length = 0;
  await review.start();
  expect(calls).not.toContain('review_step 0');
  expect(review.view).toBe(DUEL);
});

it('reports a failure and can be repeated', async () => {
  let isBroken = true;
  const { client } = worker((call) => {
    if (call === 'review_step 1' && isBroken) throw new Error('trap');
  });
  const review = new GameReview(study(), client);
  await review.start();
  expect(review.problem).not.toBeNull();
  expect(review.progress).toBeNull();
  isBroken = false;
  await review.start();
  expect(review.problem).toBeNull();
  expect(review.view).toBe(DUEL);
});
