import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ForecastView } from '../src/wire/wire';
import { Forecasts } from '../src/analysis/forecast.svelte';
import { Study } from '../src/analysis/study.svelte';
import { percentError } from '../src/analysis/values';
import { isForecast } from '../src/analysis/wire';
import type { Arguments, CallName } from '../src/local/calls';
import type { LocalClient } from '../src/local/client';

const HEAD = 'bastide 1\ngame land rules=base seats=2 commit=ab\n';

const forecast = (win: number): ForecastView => ({
  win: [win, 1000 - win],
  margin: [win - 500, 500 - win],
  win_error: [20, 20],
  margin_error: [900, 900],
  rollouts: 12,
  is_calibrated: true,
});

/** A worker that answers when it is told to. */
class Worker implements Pick<LocalClient, 'request'> {
  readonly asked: { record: string; answer: (view: ForecastView) => void; refuse: (why: Error) => void }[] = [];

  request<K extends CallName>(name: K, args: Arguments[K]): Promise<never> {
    expect(name).toBe('forecast');
    const { record } = args as Arguments['forecast'];
    return new Promise((answer, refuse) => {
      this.asked.push({ record, answer: answer as unknown as (view: ForecastView) => void, refuse });
    });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('forecasts the position that is shown, and not those that are passed by', async () => {
  const worker = new Worker();
  const forecasts = new Forecasts(worker);
  forecasts.show('one');
  await vi.advanceTimersByTimeAsync(50);
  forecasts.show('two');
  expect(forecasts.view).toBeNull();
  await vi.advanceTimersByTimeAsync(500);
  expect(worker.asked.map(({ record }) => record)).toEqual(['two']);
  worker.asked[0]?.answer(forecast(600));
  await vi.advanceTimersByTimeAsync(0);
  expect(forecasts.view?.win).toEqual([600, 400]);
});

it('shows no forecast of an earlier position, but keeps it', async () => {
  const worker = new Worker();
  const forecasts = new Forecasts(worker);
  forecasts.show('one');
  await vi.advanceTimersByTimeAsync(500);
  forecasts.show('two');
  worker.asked[0]?.answer(forecast(600));
  await vi.advanceTimersByTimeAsync(500);
  expect(forecasts.view).toBeNull();
  expect(worker.asked).toHaveLength(2);
  // Back to the first position.
  forecasts.show('one');
  expect(forecasts.view?.win).toEqual([600, 400]);
  worker.asked[1]?.answer(forecast(100));
  await vi.advanceTimersByTimeAsync(500);
  expect(forecasts.view?.win).toEqual([600, 400]);
  expect(worker.asked).toHaveLength(2);
});

it('asks for nothing once it is stopped, and tells problems of the position that is shown', async () => {
  const worker = new Worker();
  const forecasts = new Forecasts(worker);
  forecasts.show('one');
  forecasts.stop();
  await vi.advanceTimersByTimeAsync(500);
  expect(worker.asked).toHaveLength(0);
  forecasts.show('one');
  await vi.advanceTimersByTimeAsync(500);
  worker.asked[0]?.refuse(new Error('broken'));
  await vi.advanceTimersByTimeAsync(0);
  expect(forecasts.problem).not.toBeNull();
  forecasts.show('two');
  expect(forecasts.problem).toBeNull();
});

it('is a game that ends with the position, each turn on a line', () => {
  const node = { seat: 0, name: '', comment: '', values: [], is_unfinished: false };
  const study = new Study({
    head: HEAD,
    tail: 'end 6 4\n',
    nodes: [
      { ...node, parent: 0, turn: '' },
      { ...node, parent: 0, turn: 'DV P1,0r0 M0' },
      { ...node, parent: 1, turn: 'DE P0,-1r2 .' },
      { ...node, parent: 1, turn: 'DU P0,-1r0 .' },
    ],
  });
  const head = 'bastide 1\ngame land rules=base seats=2\n';
  expect(study.shown).toBe(`${head}DV P1,0r0 M0\nDE P0,-1r2 .\n`);
  expect(study.isAnnotated).toBe(true);
  study.alternative(1);
  expect(study.shown).toBe(`${head}DV P1,0r0 M0\nDU P0,-1r0 .\n`);
  study.remove(study.current);
  study.begun = ['DE'];
  expect(study.shown).toBe(`${head}DV P1,0r0 M0\nDE\n`);
  expect(study.isAnnotated).toBe(false);
  study.current.comment = 'good';
  expect(study.isAnnotated).toBe(true);
});

it('is checked, and small errors keep a decimal', () => {
  expect(isForecast(forecast(500))).toBe(true);
  expect(isForecast({ ...forecast(500), win_error: 3 })).toBe(false);
  expect([percentError(2), percentError(9), percentError(31)]).toEqual(['0.2', '0.9', '3']);
});
