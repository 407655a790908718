// A table in the worker: its messages one after another, each stored before it is
// answered, and the turns of its bots.

import type { ClientMsg, ServerMsg, TableView } from '../wire/wire';
import { summaryOf } from '../lib/ownGames';
import { Refusal, type AnyProblem } from '../lib/request';
import type { HostEvent, News, UnsavedTable } from './calls';
import { EngineTrap, type EngineCalls, type Step } from './engine';
import { DamagedEntry, type Fact, type Store, type StoredTable } from './store';

/** What tables need from the worker. */
export interface HostPorts {
  readonly engine: EngineCalls;
  /** `null` if the browser stores nothing. */
  readonly store: Store | null;
  readonly now: () => number;
  /** Returns random bytes in hexadecimal. */
  readonly entropy: () => string;
  /** Sends an event to the page. */
  readonly tell: (event: HostEvent) => void;
  /** Informs the other tabs. */
  readonly broadcast: (news: News) => void;
  /** Calls `begin` once this tab is the one that runs the bots of a table.
   * Returns a function that leaves this to another tab. */
  readonly lead: (table: string, begin: () => void) => () => void;
  /** Adds the table of a rematch. */
  readonly add: (table: HostedTable) => void;
}

/** Number of attempts to process a message if the engine fails. */
const ENGINE_ATTEMPTS = 2;
/** The same if another tab changes the table at the same time. */
const TAB_ATTEMPTS = 4;
/** Delay before the engine runs again if it did nothing although it was due, in
 * milliseconds. */
const IDLE_PAUSE = 1_000;
/** Longest delay of a timer in milliseconds. */
const LONGEST = 2 ** 30;

/** Another tab has stored facts that this one does not know. */
class Outpaced extends Error {}

export class HostedTable {
  readonly #ports: HostPorts;
  #row: StoredTable;
  readonly #isKept: boolean;
  /** Facts that are not stored. */
  #unsaved: Fact[];
  /** True if earlier facts are stored. */
  #isStored: boolean;
  /** Generation of the engine that has the table open. */
  #openIn: number | null;
  /** True from the first message of the page until it leaves. */
  #isConnected = false;
  /** The first message of the page, once it is answered. */
  #hello: ClientMsg | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeading = false;
  #resign: (() => void) | null = null;

  /** `isOpen` is true if the engine has the table open already. */
  constructor(ports: HostPorts, { table, isKept, isStored, facts }: UnsavedTable, isOpen: boolean) {
    this.#ports = ports;
    this.#row = table;
    this.#isKept = isKept;
    this.#isStored = isStored;
    this.#unsaved = [...facts];
    this.#openIn = isOpen ? ports.engine.generation : null;
  }

  get id(): string {
    return this.#row.id;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** True if closing the table would lose it. */
  get isOnlyHere(): boolean {
    return this.#unsaved.length > 0;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** Stores the facts of a table that was just made. */
  keep(facts: Fact[]): Promise<void> {
    return this.#enqueue(() => this.#save(facts, this.#view()));
  }

  /** Processes a message of the page; resolves once the responses are sent. */
  send(message: ClientMsg): Promise<void> {
    if (message.type === 'hello') this.#isConnected = true;
    return this.#enqueue(async () => {
      if (message.type !== 'hello') {
        await this.#process(() => this.#pass(message));
        return;
      }
      // Otherwise opening the table would repeat the last one.
      this.#hello = null;
      await this.#process(() => this.#pass(message));
      if (!this.#isConnected) return;
      this.#hello = message;
      this.#resign ??= this.#ports.lead(this.id, () => {
        this.#isLeading = true;
        this.#schedule(this.#ports.now());
      });
    });
  }

  /** Runs a query that does not change the table. */
  query<T>(ask: (engine: EngineCalls) => T): Promise<T> {
    return this.#enqueue(() => this.#attempt(() => ask(this.#ports.engine)));
  }

  /** Returns the table as its players see it. */
  view(): Promise<TableView> {
    return this.#enqueue(() => this.#attempt(() => this.#view()));
  }

  /** Applies facts that another tab has stored. */
  apply(facts: readonly Fact[]): Promise<void> {
    return this.#enqueue(async () => {
      const { engine } = this.#ports;
      try {
        if (this.#openIn !== engine.generation) throw new EngineTrap('the table is not open');
        this.#deliver(engine.apply(this.id, facts, this.#ports.now()).messages);
      } catch {
        // Some facts are unknown here: load all of them.
        this.#openIn = null;
        await this.#attempt(() => undefined);
      }
      this.#schedule(this.#ports.now());
    });
  }

  /** The page has left the table: no more bots, no more messages. */
  leave(): Promise<void> {
    this.#isConnected = false;
    this.#hello = null;
    clearTimeout(this.#timer);
    this.#isLeading = false;
    this.#resign?.();
    this.#resign = null;
    return this.#enqueue(() => {
      if (this.#openIn === this.#ports.engine.generation) this.#ports.engine.close(this.id);
      this.#openIn = null;
      return Promise.resolve();
    });
  }

  /** Another tab has deleted the table. */
  async delete(): Promise<void> {
    const wasConnected = this.isConnected;
    await this.leave();
    if (wasConnected) this.#close({ code: 'table/not_found', message: 'the table was deleted' });
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(task);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  #view(): TableView {
    return this.#ports.engine.view(this.id, this.#row.token, this.#ports.now());
  }

  #pass(message: ClientMsg): Step {
    return this.#ports.engine.message(this.id, this.#row.token, this.#ports.now(), message);
  }

  /** Lets the engine take a step, and stores and delivers the result. */
  #process(take: () => Step): Promise<void> {
    return this.#attempt(() => this.#commit(take()));
  }

  /** Runs `task` with the table open in the engine. Repeats it with a new
   * instance if the engine fails, and with the stored facts if another tab was
   * faster. */
  async #attempt<T>(task: () => T | Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#open();
        return await task();
      } catch (caught) {
        if (caught instanceof Outpaced) {
          this.#openIn = null;
          if (attempt >= TAB_ATTEMPTS) throw new Refusal({ code: 'local/other_tab', message: caught.message });
        } else if (!(caught instanceof EngineTrap)) {
          throw caught;
        } else if (attempt >= ENGINE_ATTEMPTS) {
          throw new Refusal({ code: 'local/stopped', message: caught.message });
        }
      }
    }
  }

  async #open(): Promise<void> {
    const { engine, store } = this.#ports;
    if (this.#openIn === engine.generation) return;
    const facts = await this.#load(store);
    try {
      engine.close(this.id);
      engine.open(this.id, facts, this.#ports.now(), this.#ports.entropy());
    } catch (caught) {
      if (!(caught instanceof Refusal)) throw caught;
      throw new Refusal({ code: 'local/damaged', message: caught.message });
    }
    this.#openIn = engine.generation;
    // The engine knows nothing about the page any more.
    if (this.#hello !== null) await this.#commit(this.#pass(this.#hello));
  }

  async #load(store: Store | null): Promise<Fact[]> {
    if (store === null || !this.#isStored) return this.#unsaved;
    try {
      const stored = await store.facts(this.id);
      return [...stored, ...this.#unsaved.filter(({ seq }) => seq > (stored.at(-1)?.seq ?? 0))];
    } catch (caught) {
      throw new Refusal({ code: 'local/damaged', message: caught instanceof Error ? caught.message : String(caught) });
    }
  }

  /** Stores the facts of a step, then delivers its messages. */
  async #commit(step: Step): Promise<void> {
    const { now } = this.#ports;
    if (step.made !== null) await this.#keepRematch(step.made);
    if (step.facts.length > 0) await this.#save(step.facts, viewIn(step.messages) ?? this.#view());
    this.#deliver(step.messages);
    const isIdle = step.facts.length === 0 && step.messages.length === 0;
    this.#schedule(step.due === null || !isIdle ? step.due : Math.max(step.due, now() + IDLE_PAUSE));
  }

  /** Stores facts. Throws `Outpaced` if another tab has stored other facts. If
   * the browser does not store them, they are kept in memory. */
  async #save(facts: Fact[], view: TableView): Promise<void> {
    const { store, now, tell, broadcast } = this.#ports;
    const isOver = view.phase.kind === 'over';
    const row = { ...this.#row, updated: now(), line: summaryOf(view, this.#row.seats), isOver };
    if (this.#isKept && store !== null) {
      const waiting = [...this.#unsaved, ...facts];
      const outcome = await (this.#isStored ? store.append(row, waiting) : store.create(row, waiting)).catch(
        // Denied, or the disk is full. The next step tries again.
        () => 'failed' as const,
      );
      if (outcome === 'gone') throw new Refusal({ code: 'table/not_found', message: 'the table was deleted' });
      if (outcome !== 'failed') {
        if (outcome === 'saved' && this.#unsaved.length > 0) tell({ kind: 'saved', table: this.id });
        this.#unsaved = [];
        if (outcome === 'conflict') throw new Outpaced('another tab changes the table at the same time');
        this.#row = row;
        this.#isStored = true;
        broadcast({ table: this.id, facts: waiting });
        return;
      }
    }
    this.#row = row;
    this.#unsaved.push(...facts);
    tell({ kind: 'unsaved', unsaved: { table: row, isKept: this.#isKept, isStored: this.#isStored, facts } });
  }

  /** Stores the table of a rematch, where the same token is valid. */
  async #keepRematch({ id, facts }: { id: string; facts: Fact[] }): Promise<void> {
    const { engine, now, entropy } = this.#ports;
    engine.close(id);
    engine.open(id, facts, now(), entropy());
    const view = engine.view(id, this.#row.token, now());
    const seats = view.yours;
    const table = { ...this.#row, id, seats, line: summaryOf(view, seats), isOver: false };
    const fresh = { table, isKept: this.#isKept, isStored: false, facts: [] };
    const rematch = new HostedTable(this.#ports, fresh, true);
    await rematch.keep(facts).catch((caught: unknown) => {
      // It is stored already: this step is repeated.
      if (!(caught instanceof Outpaced)) throw caught;
    });
    this.#ports.add(rematch);
  }

  #deliver(messages: readonly ServerMsg[]): void {
    for (const message of messages) this.#ports.tell({ kind: 'message', table: this.id, message });
  }

  #close(problem: AnyProblem): void {
    this.#ports.tell({ kind: 'closed', table: this.id, problem });
  }

  /** Lets the engine run at the time `due`, if this tab runs the bots. */
  #schedule(due: number | null): void {
    clearTimeout(this.#timer);
    if (due === null || !this.#isLeading) return;
    const wait = Math.min(LONGEST, Math.max(0, due - this.#ports.now()));
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    try {
      await this.#enqueue(async () => {
        if (this.#isLeading) await this.#process(() => this.#ports.engine.run(this.id, this.#ports.now()));
      });
    } catch (caught) {
      await this.leave();
      this.#close(problemOf(caught));
    }
  }
}

/** Returns the table in the last message that contains it. */
function viewIn(messages: readonly ServerMsg[]): TableView | null {
  const last = messages.findLast((message) => message.type === 'update' || message.type === 'welcome');
  return last?.type === 'update' || last?.type === 'welcome' ? last.table : null;
}

/** Returns the description of an error for the page. */
export function problemOf(caught: unknown): AnyProblem {
  if (caught instanceof Refusal && caught.code !== 'offline') return { code: caught.code, message: caught.message };
  const message = caught instanceof Error ? caught.message : String(caught);
  return { code: caught instanceof DamagedEntry ? 'local/damaged' : 'local/stopped', message };
}
