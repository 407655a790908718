// Tables in the worker: storage before delivery, several tabs, damage, failures.
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Rescued } from '../../src/local/rescue';
import { Store } from '../../src/local/store';
import type { TableView } from '../../src/wire/wire';
import { Browser, pause, shows, Tab } from './tabs';

const facts = async (browser: Browser, table: string): Promise<string[]> =>
  (await (await Store.open(browser.factory)).facts(table)).map((fact) => (fact as { seq: number; body: string }).body);

/** Replaces the last fact of a table by something else. */
async function damage(browser: Browser, table: string, value: { seq: number; fact?: unknown }): Promise<void> {
  const opening = browser.factory.open('bastide', 1);
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const change = opening.result.transaction('facts', 'readwrite');
  const rows = change.objectStore('facts');
  const last = rows.openCursor(null, 'prev');
  last.onsuccess = () => {
    last.result?.delete();
    rows.put({ table, seq: value.seq, fact: 'fact' in value ? value.fact : value });
  };
  await new Promise((resolve) => (change.oncomplete = resolve));
  opening.result.close();
}

afterEach(() => vi.restoreAllMocks());

describe('a table on this device', () => {
  it('is stored when it is made, and found after closing the page', async () => {
    const browser = new Browser();
    const id = await (await Tab.open(browser)).make();
    const later = await Tab.open(browser);
    await later.greet(id);
    expect(later.messages).toMatchObject([{ type: 'welcome', table: { id, yours: [0] } }]);
    const row = await (await Store.open(browser.factory)).table(id);
    expect(row).toMatchObject({ id, token: 'secret', seats: [0], isOver: false, line: { phase: 'playing', toAct: 0 } });
  });

  it('answers a move after it is stored, and then lets the bot play', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    const append = vi.spyOn(Store.prototype, 'append');
    let wasAnswered = false;
    append.mockImplementationOnce(async (...args) => {
      await pause(20);
      wasAnswered = tab.messages.some(({ type }) => type === 'done');
      append.mockRestore();
      return (await Store.open(browser.factory)).append(...args);
    });
    const move = await tab.play(id, 0);
    expect(wasAnswered).toBe(false);
    expect(tab.messages.map(({ type }) => type)).toEqual(['welcome', 'done', 'update']);
    await shows(2, tab);
    expect(await facts(browser, id)).toEqual(['made secret', `play ${move}`, 'bot']);
  });

  it('answers a command that is repeated only once', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    await tab.play(id, 0, 'same');
    await tab.play(id, 0, 'same');
    await shows(2, tab);
    expect(await facts(browser, id)).toEqual(['made secret', 'play same', 'bot']);
    expect(tab.messages.filter(({ type }) => type === 'done')).toHaveLength(2);
  });

  it('is marked when the game is over, and leads to a rematch', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    for (const revision of [0, 2, 4]) {
      await tab.play(id, revision);
      await shows(revision + 2, tab);
    }
    const store = await Store.open(browser.factory);
    expect(await store.table(id)).toMatchObject({ isOver: true, line: { phase: 'over', scores: [6, 0] } });
    await tab.do(id, { kind: 'propose', seat: 0, what: { kind: 'rematch' } });
    const update = tab.messages.at(-1);
    expect(update).toMatchObject({ type: 'update', table: { rematch: 'local-rematch22222' } });
    await tab.leave(id);
    await tab.greet('local-rematch22222');
    expect(tab.messages.at(-1)).toMatchObject({ type: 'welcome', table: { id: 'local-rematch22222' } });
    expect((await store.list()).tables).toHaveLength(2);
  });

  it('can be left and opened again at once', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    const moves = [tab.play(id, 0), tab.leave(id), tab.greet(id)];
    await Promise.all(moves);
    await shows(2, tab);
    await tab.play(id, 2);
    await shows(4, tab);
  });

  it('answers questions about tables that no page shows', async () => {
    const browser = new Browser();
    const id = await (await Tab.open(browser)).make();
    const tab = await Tab.open(browser);
    expect((await tab.host.handle({ n: 1, call: 'view', with: { table: id } })) as TableView).toMatchObject({ id });
    expect(await tab.host.handle({ n: 2, call: 'record', with: { table: id } })).toMatch(/^bastide 1/);
    expect(await tab.host.handle({ n: 3, call: 'log', with: { table: id } })).toHaveLength(1);
    await expect(tab.host.handle({ n: 4, call: 'view', with: { table: 'local-none' } })).rejects.toMatchObject({
      code: 'table/not_found',
    });
  });
});

describe('several tabs', () => {
  it('show the same game, and only one of them runs the bots', async () => {
    const browser = new Browser();
    const [one, two] = [await Tab.open(browser), await Tab.open(browser)];
    const id = await one.make();
    await one.greet(id);
    await two.greet(id);
    await two.play(id, 0);
    await shows(2, one, two);
    expect([one.log.includes('run'), two.log.includes('run')]).toEqual([true, false]);
    // The other tab runs the bots once the first one is closed.
    await one.leave(id);
    await two.play(id, 2);
    await shows(4, two);
    expect(two.log).toContain('run');
  });

  it.each([{ hasLocks: false }, { hasLocks: false, isHearing: false }])(
    'that move at the same time keep one of the moves (%j)',
    async (options) => {
      const browser = new Browser();
      const [one, two] = [await Tab.open(browser, options), await Tab.open(browser, options)];
      const id = await one.make();
      await one.greet(id);
      await two.greet(id);
      await Promise.all([one.play(id, 0, 'one'), two.play(id, 0, 'two')]);
      await shows(2, one, two);
      const [, first, second, ...rest] = await facts(browser, id);
      expect(['play one', 'play two']).toContain(first);
      expect([second, rest]).toEqual(['bot', []]);
      const loser = first === 'play one' ? two : one;
      const refused = loser.messages.find(({ type }) => type === 'refused');
      expect(refused).toMatchObject({ problem: { code: 'action/stale_revision' } });
      expect(loser.messages.some(({ type }) => type === 'done')).toBe(false);
    },
  );

  it('load facts that they missed', async () => {
    const browser = new Browser();
    const [one, deaf] = [await Tab.open(browser), await Tab.open(browser, { isHearing: false })];
    const id = await one.make();
    await one.greet(id);
    await deaf.greet(id);
    await one.play(id, 0);
    await shows(2, one);
    expect(deaf.shown).toBe(0);
    await deaf.play(id, 0);
    expect(deaf.messages.at(-1)).toMatchObject({ type: 'refused', problem: { code: 'action/stale_revision' } });
    expect(deaf.shown).toBe(2);
    await one.play(id, 2);
    await shows(4, one);
    deaf.isHearing = true;
    await one.play(id, 4);
    await shows(6, one, deaf);
  });

  it('close a table that one of them deletes', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    await (await Store.open(browser.factory)).remove(id);
    await expect(tab.play(id, 0)).rejects.toMatchObject({ code: 'table/not_found' });
    await tab.host.hear({ table: id, facts: null });
    expect(tab.events.at(-1)).toMatchObject({ kind: 'closed', problem: { code: 'table/not_found' } });
    expect((await (await Store.open(browser.factory)).list()).tables).toEqual([]);
  });
});

describe('without storage', () => {
  it('the game goes on in memory, and says so', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser, { store: null });
    const id = await tab.make();
    expect(tab.events).toMatchObject([{ kind: 'unsaved', unsaved: { isKept: true, isStored: false } }]);
    await tab.greet(id);
    await tab.play(id, 0);
    await shows(2, tab);
    await tab.leave(id);
    await tab.greet(id);
    expect(tab.shown).toBe(2);
  });

  it('the game goes on when the disk is full, and is stored again when it is not', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    const append = vi.spyOn(Store.prototype, 'append').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    await tab.play(id, 0, 'first');
    await shows(2, tab);
    expect(tab.events.filter(({ kind }) => kind === 'unsaved')).toMatchObject([
      { unsaved: { isStored: true, facts: [{ seq: 2 }] } },
      { unsaved: { facts: [{ seq: 3 }] } },
    ]);
    append.mockRestore();
    await tab.play(id, 2, 'second');
    await shows(4, tab);
    expect(tab.events.filter(({ kind }) => kind === 'saved')).toEqual([{ kind: 'saved', table: id }]);
    expect(await facts(browser, id)).toEqual(['made secret', 'play first', 'bot', 'play second', 'bot']);
  });

  it('goes on in a new worker with what the page kept', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser, { store: null });
    const id = await tab.make();
    await tab.greet(id);
    await tab.play(id, 0);
    await shows(2, tab);
    const unsaved = tab.events.flatMap((event) => (event.kind === 'unsaved' ? [event.unsaved] : []));
    const [first] = unsaved;
    if (first === undefined) throw new Error('nothing is unsaved');
    const kept = { ...first, facts: unsaved.flatMap((one) => one.facts) };
    const next = await Tab.open(browser, { store: null, unsaved: [kept] });
    await next.greet(id);
    expect(next.shown).toBe(2);
  });

  it('a lesson is never stored, and gone afterwards', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make('local-lesson222222', false);
    await tab.greet(id);
    await tab.play(id, 0);
    await shows(2, tab);
    expect((await (await Store.open(browser.factory)).list()).tables).toEqual([]);
    await tab.leave(id);
    await expect(tab.greet(id)).rejects.toMatchObject({ code: 'table/not_found' });
  });
});

describe('failures', () => {
  it('a damaged table is reported with the reason', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.leave(id);
    const store = await Store.open(browser.factory);
    const row = await store.table(id);
    if (row === null) throw new Error('no row');
    await store.append(row, [{ seq: 2, body: 'broken' } as { seq: number }]);
    await expect(tab.greet(id)).rejects.toMatchObject({ code: 'local/damaged', message: 'fact 2 cannot be read' });
    expect(await store.raw(id)).toMatchObject({ facts: [{ seq: 1 }, { body: 'broken' }] });
  });

  it.each([
    ['a fact that the engine refuses', [{ seq: 5, body: 'broken' }], 3],
    ['a fact of another form', [{ seq: 5, fact: 'nonsense' }], 3],
    ['a gap', [{ seq: 6, body: 'bot' }], 3],
  ])('the beginning of a damaged table can be read: %s', async (_, [last], moves) => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    await tab.play(id, 0);
    await shows(2, tab);
    await tab.play(id, 2);
    await shows(4, tab);
    await tab.leave(id);
    await damage(browser, id, last as { seq: number });
    await expect(tab.greet(id)).rejects.toMatchObject({ code: 'local/damaged' });
    const rescued = (await tab.host.handle({ n: 1, call: 'rescue', with: { table: id } })) as Rescued;
    expect(rescued).toMatchObject({ record: `bastide 1\nmoves ${String(moves)}\n`, view: { revision: moves } });
  });

  it('nothing can be read of a table without a first fact', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.leave(id);
    await damage(browser, id, { seq: 1 });
    await expect(tab.host.handle({ n: 1, call: 'rescue', with: { table: id } })).rejects.toMatchObject({
      code: 'local/damaged',
    });
  });

  it.each(['do', 'ask', 'hello', 'run', 'view', 'apply'])(
    'a trap in “%s” costs nothing: the table is loaded again',
    async (call) => {
      const browser = new Browser();
      const [tab, other] = [await Tab.open(browser), await Tab.open(browser)];
      const id = await tab.make();
      tab.faults.traps.push(call);
      await tab.greet(id);
      await other.greet(id);
      await tab.play(id, 0);
      await shows(2, tab, other);
      await other.play(id, 2);
      await shows(4, tab, other);
      const ask = { type: 'ask', id: 1, question: { kind: 'standing' } } as const;
      await tab.host.handle({ n: 0, call: 'send', with: { table: id, message: ask } });
      await tab.host.handle({ n: 0, call: 'view', with: { table: id } });
      expect(tab.faults.traps).toEqual([]);
      expect(tab.messages.filter(({ type }) => type === 'done')).toHaveLength(1);
      expect(tab.events.filter(({ kind }) => kind === 'closed')).toEqual([]);
    },
  );

  it('an engine that always fails is reported, and the game stays stored', async () => {
    const browser = new Browser();
    const tab = await Tab.open(browser);
    const id = await tab.make();
    await tab.greet(id);
    tab.faults.traps.push('do', 'do');
    await expect(tab.play(id, 0)).rejects.toMatchObject({ code: 'local/stopped' });
    tab.faults.traps.push('run', 'run');
    await tab.play(id, 0, 'move');
    await vi.waitUntil(() => tab.events.at(-1)?.kind === 'closed');
    expect(tab.events.at(-1)).toMatchObject({ kind: 'closed', table: id, problem: { code: 'local/stopped' } });
    expect(await facts(browser, id)).toEqual(['made secret', 'play move']);
  });

  it('an engine of another version is not used', async () => {
    const tab = await Tab.open(new Browser());
    expect(tab.host.check()).toBe(1);
    tab.faults.protocol = 99;
    expect(() => tab.host.check()).toThrow(/version 99/);
  });

  it('a table that is made twice after a failure is one table', async () => {
    const browser = new Browser();
    const id = await (await Tab.open(browser)).make();
    await (await Tab.open(browser)).make(id);
    expect(await facts(browser, id)).toEqual(['made secret']);
  });
});
