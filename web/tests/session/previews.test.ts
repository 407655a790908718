import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '../../src/lib/request';
import { Previews } from '../../src/lib/previews.svelte';
import type { Answer, PreviewView, Question } from '../../src/wire/wire';

const preview = (actions: string[]): PreviewView => ({ actions, events: [], offers: null });

describe('previews', () => {
  const asked: string[][] = [];
  const answers: ((question: Question) => Promise<Answer>)[] = [];
  const all = (question: Question): Promise<Answer> =>
    Promise.resolve({
      kind: 'previews',
      previews: question.kind === 'previews' ? question.turns.map(preview) : [],
    });
  const table = {
    ask: (question: Question): Promise<Answer> => {
      if (question.kind === 'previews') asked.push(question.turns.map((turn) => turn.join(' ')));
      return (answers.shift() ?? all)(question);
    },
  };
  beforeEach(() => {
    asked.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());
  const isCurrent = (): boolean => true;

  it('are requested once', async () => {
    const previews = new Previews(table);
    await Promise.all([previews.fetch([['a'], ['b']], isCurrent), previews.fetch([['b'], ['c']], isCurrent)]);
    await previews.fetch([['a']], isCurrent);
    expect(asked).toEqual([['a', 'b'], ['c']]);
    expect(previews.get(['c'])?.actions).toEqual(['c']);
  });

  it('of an earlier state of the game are ignored', async () => {
    const previews = new Previews(table);
    const fetched = previews.fetch([['a']], isCurrent);
    previews.clear();
    await fetched;
    expect(previews.get(['a'])).toBeUndefined();
  });

  it('are requested again if the rate limit was exceeded, unless the turn has changed', async () => {
    const limited = (): Promise<Answer> =>
      Promise.reject(new Refusal({ code: 'message/too_many', message: 'too many messages' }));
    const previews = new Previews(table);
    answers.push(limited);
    const fetched = previews.fetch([['a']], isCurrent);
    await vi.runAllTimersAsync();
    await fetched;
    expect([asked.length, previews.get(['a'])?.actions]).toEqual([2, ['a']]);
    answers.push(limited);
    const changed = previews.fetch([['b']], () => false);
    await vi.runAllTimersAsync();
    await changed;
    expect([asked.length, previews.get(['b'])]).toEqual([3, undefined]);
  });

  it('report other errors', async () => {
    answers.push(() => Promise.reject(new Refusal(null)));
    await expect(new Previews(table).fetch([['a']], isCurrent)).rejects.toThrow('no connection');
  });
});
