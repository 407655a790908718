// All tables of the worker, and the calls of the page.

import { PROTOCOL, type NewTable, type Seated } from '../wire/wire';
import { summaryOf } from '../lib/ownGames';
import { Refusal } from '../lib/request';
import type { Call, News, UnsavedTable } from './calls';
import { EngineCalls, EngineTrap, type Engine } from './engine';
import { HostedTable, type HostPorts } from './hostedTable';
import { rescue, type Rescued } from './rescue';

/** What the host needs from the worker; see `HostPorts`. */
export interface Surroundings extends Omit<HostPorts, 'engine' | 'add'> {
  /** Creates an instance of the engine. */
  readonly newEngine: () => Engine;
  /** Loads an art module from its address. */
  readonly loadArt: (url: string) => Promise<() => Engine>;
}

export class Host {
  readonly #ports: HostPorts;
  readonly #around: Surroundings;
  readonly #engine: EngineCalls;
  readonly #tables = new Map<string, HostedTable>();
  /** Calls find their tables one after another, in the order of the page. */
  #lookups: Promise<unknown> = Promise.resolve();
  /** The art modules in use, by address. */
  readonly #art = new Map<string, Promise<EngineCalls>>();

  constructor(around: Surroundings, unsaved: readonly UnsavedTable[]) {
    this.#around = around;
    this.#engine = new EngineCalls(around.newEngine);
    this.#ports = {
      ...around,
      engine: this.#engine,
      add: (table) => void this.#tables.set(table.id, table),
    };
    for (const one of unsaved) this.#tables.set(one.table.id, new HostedTable(this.#ports, one, false));
  }

  /** Returns the protocol version of the engine. Throws an error if it is not
   * that of the page. */
  check(): number {
    try {
      const { protocol } = this.#engine.version();
      if (protocol === PROTOCOL) return protocol;
      throw new Error(`the engine has version ${String(protocol)} of the protocol, the page ${String(PROTOCOL)}`);
    } catch (caught) {
      throw new Refusal({
        code: 'local/no_engine',
        message: caught instanceof Error ? caught.message : String(caught),
      });
    }
  }

  /** Handles a call of the page. */
  async handle(call: Call): Promise<unknown> {
    switch (call.call) {
      case 'start':
        return this.check();
      case 'ping':
        return null;
      case 'make':
        return this.#inTurn(() => this.#make(call.with.id, call.with.table, call.with.isKept));
      case 'send':
        await this.#at(call.with.table, (table) => table.send(call.with.message));
        return null;
      case 'leave':
        await this.#inTurn(() => this.#leave(call.with.table));
        return null;
      case 'view':
        return this.#at(call.with.table, (table) => table.view());
      case 'record':
        return this.#at(call.with.table, (table) => table.query((engine) => engine.record(table.id)));
      case 'verify':
        return this.#at(call.with.table, (table) => table.query((engine) => engine.verify(table.id)));
      case 'log':
        return this.#at(call.with.table, (table) => table.query((engine) => engine.log(table.id)));
      case 'rescue':
        return this.#inTurn(() => this.#rescue(call.with.table));
      case 'scenes': {
        const { of, from, to } = call.with;
        if ('record' in of) return this.#engine.scenes(of, from, to);
        return this.#at(of.id, (table) => table.query((engine) => engine.scenes(of, from, to)));
      }
      case 'import':
      case 'position':
      case 'ask':
      case 'rank':
      case 'forecast':
      case 'review_start':
      case 'review_step':
      case 'review':
      case 'puzzles':
      case 'puzzle':
      case 'puzzle_daily':
      case 'puzzle_answer':
      case 'puzzle_rate':
      case 'daily':
      case 'daily_game':
        return this.#engine.study(call.call, call.with);
      case 'draw':
        return (await this.#loadArt(call.with.art)).draw(call.with.picture);
    }
  }

  /** Handles a message of another tab. */
  async hear({ table, facts }: News): Promise<void> {
    const known = this.#tables.get(table);
    if (known === undefined) return;
    if (facts !== null) {
      await known.apply(facts);
      return;
    }
    this.#tables.delete(table);
    await known.delete();
  }

  /** Runs `task` once all earlier calls have found their tables. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#lookups.then(task);
    this.#lookups = next.catch(() => undefined);
    return next;
  }

  /** Starts `task` at a table. The next call need not wait for its end. */
  async #at<T>(id: string, task: (table: HostedTable) => Promise<T>): Promise<T> {
    const [work] = await this.#inTurn(async () => [task(await this.#find(id))] as const);
    return work;
  }

  async #make(id: string, wanted: NewTable, isKept: boolean): Promise<Seated> {
    // Repeated after a failure of the worker.
    const before = isKept ? await this.#around.store?.table(id).catch(() => null) : null;
    if (before) return { table: id, url: `/t/${id}`, seats: before.seats, token: before.token };
    const { now, entropy } = this.#around;
    const make = (): { seated: Seated; facts: { seq: number }[] } => this.#engine.make(id, wanted, now(), entropy());
    let made: ReturnType<typeof make>;
    try {
      made = make();
    } catch (caught) {
      if (!(caught instanceof EngineTrap)) throw caught;
      made = make();
    }
    const { seated, facts } = made;
    const line = summaryOf(this.#engine.view(id, seated.token, now()), seated.seats);
    const table = { id, token: seated.token, seats: seated.seats, updated: now(), line, isOver: false };
    const hosted = new HostedTable(this.#ports, { table, isKept, isStored: false, facts: [] }, true);
    await this.#makeRoom();
    this.#tables.set(id, hosted);
    await hosted.keep(facts);
    return { ...seated, table: id };
  }

  /** Returns a table; loads it from the storage if needed. */
  async #find(id: string): Promise<HostedTable> {
    const known = this.#tables.get(id);
    if (known !== undefined) return known;
    const row = (await this.#around.store?.table(id)) ?? null;
    if (row === null) throw new Refusal({ code: 'table/not_found', message: 'there is no such table on this device' });
    await this.#makeRoom();
    const found = new HostedTable(this.#ports, { table: row, isKept: true, isStored: true, facts: [] }, false);
    this.#tables.set(id, found);
    return found;
  }

  /** Reads what is left of a damaged table, which is not open. */
  async #rescue(id: string): Promise<Rescued> {
    const { store, now, entropy } = this.#around;
    if (store === null) throw new Refusal({ code: 'local/damaged', message: 'the storage cannot be read' });
    await this.#leave(id);
    return rescue(this.#engine, id, await store.raw(id), now(), entropy());
  }

  /** Closes tables that the page no longer shows, which frees their memory. */
  async #makeRoom(): Promise<void> {
    for (const [id, table] of this.#tables) if (!table.isConnected && !table.isOnlyHere) await this.#leave(id);
  }

  async #leave(id: string): Promise<void> {
    const table = this.#tables.get(id);
    if (table === undefined) return;
    if (!table.isKept || !table.isOnlyHere) this.#tables.delete(id);
    await table.leave();
  }

  async #loadArt(url: string): Promise<EngineCalls> {
    const art = this.#art.get(url) ?? this.#around.loadArt(url).then((make) => new EngineCalls(make));
    this.#art.set(url, art);
    // A later attempt may succeed.
    art.catch(() => this.#art.delete(url));
    return art;
  }
}
