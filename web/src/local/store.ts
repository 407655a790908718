// Storage of games on this device in IndexedDB: an append-only list of facts for
// each table, and one row with its summary.

import type { Family, SeatView } from '../wire/wire';
import type { OwnGame } from '../lib/ownGames';
import { fits } from '../lib/received';
import { isRecord, listOf } from '../lib/storage';

/** An entry of a table's log. Only the engine knows what is in it. */
export interface Fact {
  seq: number;
}

/** A table on this device. */
export interface StoredTable {
  id: string;
  /** Token of the seats that are played at this screen. */
  token: string;
  seats: number[];
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updated: number;
  line: OwnGame;
  isOver: boolean;
}

/** Result of appending facts: `conflict` if other facts with these numbers are
 * stored already, `gone` if the table was deleted. */
export type Appended = 'saved' | 'conflict' | 'gone';

const NAME = 'bastide';
const VERSION = 1;

export class Store {
  readonly #factory: IDBFactory;
  #base: IDBDatabase | null = null;

  private constructor(factory: IDBFactory) {
    this.#factory = factory;
  }

  /** Opens the database. Throws an error if the browser denies it. */
  static async open(factory: IDBFactory = indexedDB): Promise<Store> {
    const store = new Store(factory);
    await store.#connect();
    return store;
  }

  /** Returns all tables, the one that changed last first. Rows that cannot be
   * read are included as ids. */
  async list(): Promise<{ tables: StoredTable[]; damaged: string[] }> {
    const rows: unknown[] = await result((await this.#read('tables')).getAll());
    const tables = rows.filter(isTable).sort((a, b) => b.updated - a.updated);
    const damaged = rows.flatMap((row) => (isRecord(row) && !isTable(row) && typeof row.id === 'string' ? row.id : []));
    return { tables, damaged };
  }

  /** Returns the row of a table; `null` if there is none. Throws an error if it
   * cannot be read. */
  async table(id: string): Promise<StoredTable | null> {
    const row: unknown = await result((await this.#read('tables')).get(id));
    if (row === undefined) return null;
    if (!isTable(row)) throw new DamagedEntry('its summary cannot be read');
    return row;
  }

  /** Returns the facts of a table. Throws an error if some are missing or cannot
   * be read. */
  async facts(id: string): Promise<Fact[]> {
    const facts: Fact[] = [];
    for (const { fact, seq } of await this.#rows(id)) {
      if (!isFact(fact) || fact.seq !== seq) throw new DamagedEntry(`fact ${String(seq)} cannot be read`);
      const next = (facts.at(-1)?.seq ?? seq - 1) + 1;
      if (seq !== next) throw new DamagedEntry(`fact ${String(next)} is missing`);
      facts.push(fact);
    }
    if (facts.length === 0) throw new DamagedEntry('it has no facts');
    return facts;
  }

  /** Returns everything that is stored about a table, readable or not. */
  async raw(id: string): Promise<{ table: unknown; facts: unknown[] }> {
    const row: unknown = await result((await this.#read('tables')).get(id));
    return { table: row ?? null, facts: (await this.#rows(id)).map(({ fact }) => fact) };
  }

  /** Stores a new table with its facts. */
  create(table: StoredTable, facts: readonly Fact[]): Promise<Appended> {
    return this.#write(table, facts, true);
  }

  /** Appends facts to a table and replaces its row, both or neither. Resolves
   * once they are on the disk. */
  append(table: StoredTable, facts: readonly Fact[]): Promise<Appended> {
    return this.#write(table, facts, false);
  }

  /** Deletes a table. */
  async remove(id: string): Promise<void> {
    const transaction = await this.#change();
    transaction.objectStore('facts').delete(keysOf(id));
    transaction.objectStore('tables').delete(id);
    await end(transaction);
  }

  close(): void {
    this.#base?.close();
    this.#base = null;
  }

  /** Returns the connection; opens it again if the browser has closed it. */
  async #connect(): Promise<IDBDatabase> {
    if (this.#base !== null) return this.#base;
    const opening = this.#factory.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('facts', { keyPath: ['table', 'seq'] });
      opening.result.createObjectStore('tables', { keyPath: 'id' });
    };
    const base = await result(opening);
    const forget = (): void => {
      if (this.#base === base) this.#base = null;
    };
    base.onclose = forget;
    // Another tab has a newer version of this page.
    base.onversionchange = () => {
      base.close();
      forget();
    };
    this.#base = base;
    return base;
  }

  async #read(name: 'facts' | 'tables'): Promise<IDBObjectStore> {
    return (await this.#connect()).transaction(name).objectStore(name);
  }

  async #change(): Promise<IDBTransaction> {
    return (await this.#connect()).transaction(['facts', 'tables'], 'readwrite', { durability: 'strict' });
  }

  async #write(table: StoredTable, facts: readonly Fact[], isNew: boolean): Promise<Appended> {
    const transaction = await this.#change();
    const [rows, tables] = [transaction.objectStore('facts'), transaction.objectStore('tables')];
    let outcome: Appended = 'saved';
    const fail = (why: Appended): void => {
      outcome = why;
      transaction.abort();
    };
    const known = tables.getKey(table.id);
    const put = (): void => {
      for (const fact of facts) {
        // A number that is taken aborts the transaction.
        const adding = rows.add({ table: table.id, seq: fact.seq, fact });
        adding.onerror = () => {
          if (adding.error?.name === 'ConstraintError') outcome = 'conflict';
        };
      }
      tables.put(table);
    };
    known.onsuccess = () => {
      if (known.result === undefined && !isNew) {
        fail('gone');
        return;
      }
      try {
        put();
      } catch {
        // An error in an event handler would end the worker.
        transaction.abort();
      }
    };
    try {
      await end(transaction);
    } catch (caught) {
      // TypeScript does not see the assignments in event handlers.
      const failed: Appended = read(outcome);
      if (failed === 'saved') throw caught;
      return failed;
    }
    return 'saved';
  }

  async #rows(id: string): Promise<{ seq: number; fact: unknown }[]> {
    const rows: unknown[] = await result((await this.#read('facts')).getAll(keysOf(id)));
    return rows.flatMap((row) => (isRecord(row) ? [{ seq: Number(row.seq), fact: row.fact }] : []));
  }
}

/** The data of a table cannot be read. */
export class DamagedEntry extends Error {}

const read = (outcome: Appended): Appended => outcome;

/** Returns true if `value` is an entry of a log. */
export const isFact = (value: unknown): value is Fact => fits<Fact>(value, { seq: 'number' });

const isFamily = (value: unknown): value is Family => value === 'land' || value === 'stronghold';

/** Returns true if `value` is the row of a table. */
function isTable(value: unknown): value is StoredTable {
  if (!isRecord(value) || !isRecord(value.line)) return false;
  const { line } = value;
  const areNumbers = (list: unknown): boolean =>
    Array.isArray(list) && listOf(list).every((one) => typeof one === 'number');
  return (
    typeof value.id === 'string' &&
    typeof value.token === 'string' &&
    typeof value.updated === 'number' &&
    typeof value.isOver === 'boolean' &&
    areNumbers(value.seats) &&
    (line.phase === 'open' || line.phase === 'playing' || line.phase === 'over') &&
    (line.toAct === null || typeof line.toAct === 'number') &&
    isFamily(line.family) &&
    typeof line.rules === 'string' &&
    areNumbers(line.scores) &&
    areNumbers(line.yours) &&
    Array.isArray(line.seats) &&
    listOf(line.seats).every((seat) => fits<SeatView>(seat, { colour: 'string', who: { kind: 'string' } }))
  );
}

const keysOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** Waits for the result of a request. */
const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });

/** Waits until a transaction is on the disk. */
const end = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
