import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';

import { DamagedEntry, Store, type Fact, type StoredTable } from '../../src/local/store';
import './tabs';

const row = (id: string, updated = 1): StoredTable => ({
  id,
  token: 'secret',
  seats: [0],
  updated,
  line: {
    id,
    phase: 'playing',
    toAct: 0,
    seats: [{ colour: 'red', who: { kind: 'nobody' }, is_out: false, away: null }],
    yours: [0],
    family: 'land',
    rules: 'base',
    scores: [0],
  },
  isOver: false,
});
const facts = (...numbers: number[]): Fact[] => numbers.map((seq) => ({ seq, body: `fact ${String(seq)}` }));

let factory: IDBFactory;
let store: Store;
beforeEach(async () => {
  factory = new IDBFactory();
  store = await Store.open(factory);
});

/** Changes the database behind the back of the store. */
async function tamper(change: (facts: IDBObjectStore, tables: IDBObjectStore) => void): Promise<void> {
  const opening = factory.open('bastide', 1);
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction(['facts', 'tables'], 'readwrite');
  change(transaction.objectStore('facts'), transaction.objectStore('tables'));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}

describe('the storage of games', () => {
  it('returns what was stored, for each table', async () => {
    expect(await store.create(row('a', 1), facts(1, 2))).toBe('saved');
    expect(await store.create(row('b', 2), facts(1))).toBe('saved');
    expect(await store.append(row('a', 3), facts(3))).toBe('saved');
    expect(await store.facts('a')).toEqual(facts(1, 2, 3));
    expect(await store.facts('b')).toEqual(facts(1));
    expect((await store.list()).tables.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await store.table('a'))?.updated).toBe(3);
    expect(await store.table('c')).toBeNull();
  });

  it('is the same in another tab, and after the connection was lost', async () => {
    await store.create(row('a'), facts(1));
    const other = await Store.open(factory);
    expect(await other.facts('a')).toEqual(facts(1));
    other.close();
    expect(await other.append(row('a'), facts(2))).toBe('saved');
    expect(await store.facts('a')).toEqual(facts(1, 2));
  });

  it('stores nothing if one of the facts is there already', async () => {
    await store.create(row('a', 1), facts(1, 2));
    expect(await store.append(row('a', 9), facts(2, 3))).toBe('conflict');
    expect(await store.facts('a')).toEqual(facts(1, 2));
    expect((await store.table('a'))?.updated).toBe(1);
  });

  it('does not revive a table that was deleted', async () => {
    await store.create(row('a'), facts(1));
    await store.create(row('b'), facts(1));
    await store.remove('a');
    expect(await store.append(row('a'), facts(2))).toBe('gone');
    expect((await store.list()).tables.map(({ id }) => id)).toEqual(['b']);
    expect(await store.facts('b')).toEqual(facts(1));
  });

  it.each<[string, (facts: IDBObjectStore) => void, RegExp]>([
    ['misses a fact', (rows) => rows.delete(['a', 2]), /fact 2 is missing/],
    ['has a fact that is none', (rows) => rows.put({ table: 'a', seq: 2, fact: 'nonsense' }), /fact 2 cannot be read/],
    ['has a fact with another number', (rows) => rows.put({ table: 'a', seq: 2, fact: { seq: 7 } }), /fact 2 cannot/],
    ['has no facts', (rows) => [1, 2, 3].forEach((seq) => rows.delete(['a', seq])), /no facts/],
  ])('reports a table that %s, and still exports the rest', async (_, change, why) => {
    await store.create(row('a'), facts(1, 2, 3));
    await tamper(change);
    await expect(store.facts('a')).rejects.toThrow(DamagedEntry);
    await expect(store.facts('a')).rejects.toThrow(why);
    expect(await store.raw('a')).toMatchObject({ table: { id: 'a' } });
    await store.remove('a');
    expect(await store.list()).toEqual({ tables: [], damaged: [] });
  });

  it('lists rows that it cannot read', async () => {
    await store.create(row('a'), facts(1));
    await store.create(row('b'), facts(1));
    await tamper((_, tables) => tables.put({ id: 'a', line: { phase: 'lost' } }));
    const { tables, damaged } = await store.list();
    expect([tables.map(({ id }) => id), damaged]).toEqual([['b'], ['a']]);
    await expect(store.table('a')).rejects.toThrow(DamagedEntry);
  });

  it('says if the browser denies it', async () => {
    const denied = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    } as unknown as IDBFactory;
    await expect(Store.open(denied)).rejects.toThrow('denied');
  });
});
