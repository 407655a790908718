import { beforeAll, describe, expect, it } from 'vitest';

import { Refusal } from '../../src/lib/request';
import { loadExpansionTexts, speak, t } from '../../src/lib/i18n.svelte';
import { Aids } from '../../src/lib/session/aids.svelte';
import { Messages } from '../../src/lib/session/messages.svelte';
import type { Aid, Answer, Question, StandingView, TableView } from '../../src/wire/wire';

const perspective = { seats: [], yours: [], family: 'land' as const };

/** Creates aids at a table that gives the answers by the kind of question, and
 * lists the questions. */
function set(
  aid: Aid,
  answers: Partial<Record<Question['kind'], Answer>>,
  standing: StandingView[] | null = null,
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
  const view = { aid, standing, game: { rules: 'base,fields' } } as TableView;
  return { aids: new Aids({ ask, view }, messages, () => perspective), messages, asked };
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
    });
    await aids.toggleDeadCells();
    expect(aids.deadCells).toEqual([{ x: 1, y: 2 }]);
    asked.length = 0;
    aids.refresh();
    expect(asked).toEqual(['dead_cells']);
  });

  it('of an expansion are asked for while they are shown', async () => {
    const { aids, messages, asked } = set('standard', {
      fields: { kind: 'fields', fields: [] },
    });
    await loadExpansionTexts('base,fields');
    const [aid] = aids.mapAids;
    if (aid === undefined) throw new Error('the game has no aid');
    await aids.toggleMapAid(aid);
    expect(aids.shownMapAids.map(({ answer }) => answer)).toEqual([{ kind: 'fields', fields: [] }]);
    expect(messages.announcement).toBe(t('aids.fields.none'));
    aids.refresh();
    await aids.toggleMapAid(aid);
    aids.refresh();
    expect(asked).toEqual(['fields', 'fields']);
    expect(aids.shownMapAids).toEqual([]);
  });

  it('say if there is nothing to show', async () => {
    const { aids, messages } = set('standard', { dead_cells: { kind: 'dead_cells', cells: [] } });
    await aids.toggleDeadCells();
    expect(messages.notice).toBe(t('aids.dead.none'));
  });

  it('take the standing from the table without asking', () => {
    const standing = [{ banked: 3, ended_now: 5, contested: 2 }];
    const { aids, asked } = set('standard', {}, standing);
    expect(aids.standing).toBe(standing);
    aids.refresh();
    expect(asked).toEqual([]);
    expect(set('none', {}).aids.standing).toBeNull();
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
