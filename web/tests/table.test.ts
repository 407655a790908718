// A table waits for the texts about its game before it is shown.
import { beforeEach, expect, it, vi } from 'vitest';

import type * as I18n from '../src/lib/i18n.svelte';
import type { Table as TableClass } from '../src/lib/table.svelte';
import type { ServerMsg } from '../src/wire/wire';

let receive: (message: ServerMsg) => void;
vi.mock('../src/lib/socket', () => ({
  Socket: class {
    constructor(_id: string, _token: string | null, _name: string | null, listener: { message: typeof receive }) {
      receive = (message) => listener.message(message);
    }
    command = (): Promise<never> => new Promise(() => undefined);
    close(): void {}
  },
}));

const table = (rules: string, seq: number): object => ({
  game: { rules, set: 'base', laid: [] },
  seq,
  events: [],
  rematch: null,
  seats: [],
  yours: [],
});
const welcome = (rules: string): ServerMsg =>
  ({ type: 'welcome', now: 0, table: table(rules, 1), offers: null, unseen: null }) as unknown as ServerMsg;
const update = (rules: string): ServerMsg =>
  ({
    type: 'update',
    table: table(rules, 2),
    offers: null,
    events: [{ seq: 2 }],
    laid_from: 0,
  }) as unknown as ServerMsg;

let i18n: typeof I18n;
let Table: typeof TableClass;
beforeEach(async () => {
  vi.resetModules();
  i18n = await import('../src/lib/i18n.svelte');
  ({ Table } = await import('../src/lib/table.svelte'));
  await i18n.speak('en');
});

it('is shown once the texts of its expansions are loaded, with all messages in order', async () => {
  const shown = new Table('abc', null);
  const seen: string[] = [];
  shown.subscribe((events) =>
    seen.push(`${events.map(({ seq }) => seq).join()} ${i18n.isKey('role.lady') ? i18n.t('role.lady') : '?'}`),
  );
  receive(welcome('base,castles'));
  receive(update('base,castles'));
  expect(shown.view).toBeNull();
  await vi.waitUntil(() => shown.view !== null);
  expect([shown.view?.seq, seen]).toEqual([2, ['2 lady']]);
});

it('is shown at once if the texts are there', async () => {
  await i18n.loadExpansionTexts('base,castles');
  const shown = new Table('abc', null);
  receive(welcome('base,castles'));
  expect(shown.view?.seq).toBe(1);
});
