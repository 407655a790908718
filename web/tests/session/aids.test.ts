import { beforeAll, describe, expect, it } from 'vitest';

import { Refusal } from '../../src/lib/api';
import { speak, t } from '../../src/lib/i18n.svelte';
import { Aids } from '../../src/lib/session/aids.svelte';
import { Messages } from '../../src/lib/session/messages.svelte';
import type { Aid, Answer, Question, TableView } from '../../src/wire/wire';

const perspective = { seats: [], yours: [], family: 'land' as const };

/** Creates aids at a table that gives the answers by the kind of question, and
 * lists the questions. */
function set(
  aid: Aid,
  answers: Partial<Record<Question['kind'], Answer>>,
): {
  aids: Aids;
  messages: Messages;
  asked: string[];
} {
  const asked: string[] = [];
  const messages = new Messages();
  const ask = (question: Question): Promise<Answer> => {
    asked.push(question.kind);
    const answer = answers[question.kind];
    return answer === undefined ? Promise.reject(new Refusal(null)) : Promise.resolve(answer);
  };
  return { aids: new Aids({ ask, view: { aid } as TableView }, messages, () => perspective), messages, asked };
}

describe('aids', () => {
  beforeAll(() => speak('en'));

  it('are as the table allows', () => {
    expect([set('none', {}).aids.areAllowed, set('standard', {}).aids.areAllowed]).toEqual([false, true]);
    expect([set('standard', {}).aids.hasCoach, set('coach', {}).aids.hasCoach]).toEqual([false, true]);
  });

  it('ask nothing after a move if none are allowed', () => {
    const { aids, asked } = set('none', {});
    aids.refresh();
    expect(asked).toEqual([]);
  });

  it('repeat what is shown after a move', async () => {
    const { aids, asked } = set('standard', {
      dead_cells: { kind: 'dead_cells', cells: [{ x: 1, y: 2 }] },
      standing: { kind: 'standing', seats: [] },
    });
    await aids.toggleDeadCells();
    expect(aids.deadCells).toEqual([{ x: 1, y: 2 }]);
    asked.length = 0;
    aids.refresh();
    expect(asked).toEqual(['dead_cells', 'standing']);
  });

  it('say if there is nothing to show', async () => {
    const { aids, messages } = set('standard', { dead_cells: { kind: 'dead_cells', cells: [] } });
    await aids.toggleDeadCells();
    expect(messages.notice).toBe(t('aids.dead.none'));
  });

  it('do not report a failed standing, which is asked for automatically', async () => {
    const { aids, messages } = set('standard', {});
    await aids.askStanding();
    expect([aids.standing, messages.error]).toEqual([null, null]);
  });

  it('give the best hint, and none if the request fails', async () => {
    const best = { actions: ['P0,0r0'], reasons: [], value: 1 };
    const good = set('coach', { hint: { kind: 'hint', advice: [best] } as unknown as Answer });
    expect(await good.aids.askHint()).toBe(best);
    expect(good.aids.isThinking).toBe(false);
    const bad = set('coach', {});
    bad.aids.advice = [best] as never;
    expect(await bad.aids.askHint()).toBeNull();
    expect(bad.messages.error).not.toBeNull();
    bad.aids.refresh();
    expect(bad.aids.advice).toBeNull();
  });
});
