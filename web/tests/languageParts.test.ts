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
  (['common.ok', 'front.lead', 'push.offer', 'role.lady'] as const).filter((key) => i18n.t(key) !== key).join();
const ALL = 'common.ok,front.lead,push.offer,role.lady';

it('loads the words of a table, of the front page, of panels, then all', async () => {
  expect(there()).toBe('common.ok');
  await i18n.withWords(Promise.resolve(), 'front');
  expect(there()).toBe('common.ok,front.lead');
  await i18n.withWords(Promise.resolve(), 'panels');
  expect(there()).toBe('common.ok,front.lead,push.offer');
  await i18n.withWords(Promise.resolve());
  expect(there()).toBe(ALL);
});

it('has as many words in another language, whatever comes first', async () => {
  await Promise.all([i18n.withWords(Promise.resolve()), i18n.withWords(Promise.resolve(), 'front'), i18n.speak('ru')]);
  expect([there(), i18n.language()]).toEqual([ALL, 'ru']);
  await Promise.all([i18n.speak('en'), i18n.withWords(Promise.resolve(), 'front')]);
  expect([there(), i18n.language(), i18n.t('push.offer.yes')]).toEqual([ALL, 'en', 'Turn on']);
});

it('loads the words of the expansions in a game, in every language', async () => {
  const words = (): string[] =>
    (['role.abbot', 'feature.river', 'role.lady'] as const).map((key) => (i18n.isKey(key) ? i18n.t(key) : '?'));
  expect(words()).toEqual(['?', '?', '?']);
  const loading = i18n.loadExpansionTexts('base,abbot,river=2021');
  expect(loading).not.toBeNull();
  await Promise.all([loading, i18n.withWords(Promise.resolve(), 'front')]);
  expect(words()).toEqual(['абат', 'річка', '?']);
  expect(there()).toBe('common.ok,front.lead');
  expect(i18n.loadExpansionTexts('base,river')).toBeNull();
  await i18n.speak('en');
  expect(words()).toEqual(['abbot', 'river', '?']);
  await i18n.withWords(Promise.resolve());
  expect(i18n.loadExpansionTexts('base,castles')).toBeNull();
});

it('has a general text where a special one is missing', async () => {
  await i18n.speak('en');
  const level = 'grandmaster';
  expect(i18n.tOrGeneral(`bot.${level as string}.name`, 'bot.other.name', { level })).toBe('Bot “grandmaster”');
  expect(i18n.tOrGeneral(`bot.${'easy' as string}.name`, 'bot.other.name', { level })).toBe('Easy');
  expect(i18n.tOrGeneral(`bot.${level as string}.about`, null)).toBe('');
  // @ts-expect-error There is no text whose name begins like this.
  expect(i18n.tOrGeneral(`nothing.${level}`, 'common.ok')).toBe('OK');
  // @ts-expect-error The text of one of the roles is missing.
  expect(i18n.t(`role.${'king' as 'king' | 'knight'}`)).toBe('role.king');
});
