// Tabs of a browser: hosts that share a storage, a channel and locks.

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { vi } from 'vitest';

import type { HostEvent, News, UnsavedTable } from '../../src/local/calls';
import { Host } from '../../src/local/host';
import { Store } from '../../src/local/store';
import { PROTOCOL, type Command, type ServerMsg } from '../../src/wire/wire';
import { FakeEngine, type Faults } from './fakeEngine';

Object.assign(globalThis, { IDBKeyRange });

/** A browser that several tabs use. */
export class Browser {
  readonly factory = new IDBFactory();
  readonly tabs: Tab[] = [];
  /** For each table, the tabs that wait for its lock; the first one holds it. */
  readonly locks = new Map<string, (() => void)[]>();

  lead(table: string, begin: () => void): () => void {
    const queue = this.locks.get(table) ?? [];
    this.locks.set(table, queue);
    queue.push(begin);
    if (queue.length === 1) begin();
    return () => {
      const wasFirst = queue[0] === begin;
      queue.splice(queue.indexOf(begin), 1);
      if (wasFirst) queue[0]?.();
    };
  }
}

export interface TabOptions {
  /** `null` if the browser denies the storage. */
  store?: Store | null;
  unsaved?: readonly UnsavedTable[];
  /** False if messages of other tabs are lost. */
  isHearing?: boolean;
  /** False if the browser has no locks. */
  hasLocks?: boolean;
}

export class Tab {
  readonly host: Host;
  readonly events: HostEvent[] = [];
  readonly faults: Faults = { traps: [], protocol: PROTOCOL };
  /** The calls to the engine. */
  readonly log: string[] = [];
  isHearing: boolean;
  #calls = 0;

  private constructor(browser: Browser, store: Store | null, options: TabOptions) {
    this.isHearing = options.isHearing ?? true;
    this.host = new Host(
      {
        store,
        newEngine: () => new FakeEngine(this.faults, this.log),
        loadArt: () => Promise.resolve(() => new FakeEngine(this.faults, this.log)),
        now: () => Date.now(),
        entropy: () => '00',
        tell: (event) => void this.events.push(event),
        broadcast: (news) => {
          for (const tab of browser.tabs) if (tab !== this) tab.hear(news);
        },
        lead: (table, begin) => {
          if (options.hasLocks !== false) return browser.lead(table, begin);
          begin();
          return () => undefined;
        },
      },
      options.unsaved ?? [],
    );
    browser.tabs.push(this);
  }

  static async open(browser: Browser, options: TabOptions = {}): Promise<Tab> {
    const store = options.store === undefined ? await Store.open(browser.factory) : options.store;
    return new Tab(browser, store, options);
  }

  hear(news: News): void {
    // As the channel does, which copies messages.
    if (this.isHearing) void this.host.hear(JSON.parse(JSON.stringify(news)) as News);
  }

  async make(id = 'local-aaaaaaaaaaaa', isKept = true): Promise<string> {
    const seats = [{ kind: 'me', name: 'Ann' } as const, { kind: 'bot', level: 'easy' } as const];
    await this.host.handle({ n: 0, call: 'make', with: { id, table: { game: 'land', seats }, isKept } });
    return id;
  }

  async greet(table: string): Promise<void> {
    const message = { type: 'hello', protocol: PROTOCOL, table } as const;
    await this.host.handle({ n: 0, call: 'send', with: { table, message } });
  }

  /** Sends a command; returns its id. */
  async do(table: string, command: Command, id?: string): Promise<string> {
    this.#calls += 1;
    const name = id ?? `c${String(this.#calls)}-${String(Math.random())}`;
    await this.host.handle({ n: 0, call: 'send', with: { table, message: { type: 'do', id: name, command } } });
    return name;
  }

  play(table: string, revision: number, id?: string): Promise<string> {
    return this.do(table, { kind: 'play', seat: 0, revision, actions: [] }, id);
  }

  leave(table: string): Promise<unknown> {
    return this.host.handle({ n: 0, call: 'leave', with: { table } });
  }

  /** The messages of the table to this page. */
  get messages(): ServerMsg[] {
    return this.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  }

  /** The number of moves that this page shows. */
  get shown(): number | null {
    const last = this.messages.findLast((message) => message.type === 'welcome' || message.type === 'update');
    return last?.type === 'welcome' || last?.type === 'update' ? last.table.revision : null;
  }
}

/** Waits until all of these pages show this number of moves. */
export async function shows(revision: number, ...tabs: Tab[]): Promise<void> {
  await vi.waitUntil(() => tabs.every((tab) => tab.shown === revision), { timeout: 60_000 });
}

/** Waits until timers and transactions that are due have run. */
export const pause = (ms = 40): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
