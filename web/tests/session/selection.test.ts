import { beforeAll, describe, expect, it } from 'vitest';

import { speak, t } from '../../src/lib/i18n.svelte';
import { Messages } from '../../src/lib/session/messages.svelte';
import { FeatureSelection } from '../../src/lib/session/selection.svelte';
import type { Answer, FeatureView, Question } from '../../src/wire/wire';

const feature = (outline: string): FeatureView => ({
  feature: 'road',
  site: '0,0.0',
  outline,
  tiles: 1,
  is_complete: false,
  is_endless: false,
  role: 'highwayman',
  now: [],
  points_now: 1,
  points_finished: null,
  figures: [],
  leaders: [],
  open: [],
});
const [road, city] = [feature('road'), feature('city')];

function selection(isAllowed = true): { chosen: FeatureSelection; messages: Messages; asked: Question[] } {
  const asked: Question[] = [];
  const messages = new Messages();
  const ask = (question: Question): Promise<Answer> => {
    asked.push(question);
    const answer =
      question.kind === 'tile' ? { kind: 'features', features: [road, city] } : { kind: 'feature', feature: road };
    return Promise.resolve(answer as Answer);
  };
  const perspective = { seats: [], yours: [], family: 'land' as const };
  const chosen = new FeatureSelection(
    { ask },
    messages,
    () => perspective,
    () => isAllowed,
  );
  return { chosen, messages, asked };
}

describe('the selected feature', () => {
  beforeAll(() => speak('en'));

  it('is requested only if the table allows it', async () => {
    const { chosen, asked } = selection(false);
    await chosen.selectAt({ x: 1, y: 2 });
    await chosen.selectTile({ x: 0, y: 0 });
    expect([asked, chosen.feature]).toEqual([[], null]);
  });

  it('is the one at a point, and none after the second click', async () => {
    const { chosen } = selection();
    await chosen.selectAt({ x: 1, y: 2 });
    expect([chosen.feature, chosen.at]).toEqual([road, { x: 1, y: 2 }]);
    await chosen.selectAt({ x: 3, y: 2 });
    expect([chosen.feature, chosen.at]).toEqual([null, null]);
  });

  it('goes through all features of a tile', async () => {
    const { chosen, asked, messages } = selection();
    await chosen.selectTile({ x: 0, y: 0 });
    expect([chosen.feature, chosen.at]).toEqual([road, { x: 50, y: 50 }]);
    await chosen.selectTile({ x: 0, y: 0 });
    expect([chosen.feature, asked.length]).toEqual([city, 1]);
    chosen.next();
    expect(chosen.feature).toBe(road);
    expect(messages.announcement).not.toBe(t('about.nothing'));
    chosen.clear();
    expect([chosen.feature, chosen.tileFeatures]).toEqual([null, []]);
  });
});
