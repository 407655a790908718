import { beforeEach, expect, it, vi } from 'vitest';

import type * as I18n from '../src/lib/i18n.svelte';

let i18n: typeof I18n;
beforeEach(async () => {
  vi.resetModules();
  i18n = await import('../src/lib/i18n.svelte');
  await i18n.speak('uk');
});

/** Returns which texts of tables, the front page and panels are loaded. */
const there = (): string =>
  (['common.ok', 'front.lead', 'push.offer'] as const).filter((key) => i18n.t(key) !== key).join();
const ALL = 'common.ok,front.lead,push.offer';

it('loads the words of a table, of the front page, then all', async () => {
  expect(there()).toBe('common.ok');
  await i18n.withWords(Promise.resolve(), 'front');
  expect(there()).toBe('common.ok,front.lead');
  await i18n.withWords(Promise.resolve());
  expect(there()).toBe(ALL);
});

it('has as many words in another language, whatever comes first', async () => {
  await Promise.all([i18n.withWords(Promise.resolve()), i18n.withWords(Promise.resolve(), 'front'), i18n.speak('ru')]);
  expect([there(), i18n.language()]).toEqual([ALL, 'ru']);
  await Promise.all([i18n.speak('en'), i18n.withWords(Promise.resolve(), 'front')]);
  expect([there(), i18n.language(), i18n.t('push.offer.yes')]).toEqual([ALL, 'en', 'Turn on']);
});
