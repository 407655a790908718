// The page's side of the worker, with a host in place of a real worker.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Call, Reply } from '../../src/local/calls';
import { LocalClient, type WorkerLike } from '../../src/local/client';
import { WorkerConnection } from '../../src/local/connection';
import { problemOf } from '../../src/local/hostedTable';
import type { Listener } from '../../src/lib/connection';
import { Refusal } from '../../src/lib/request';
import { Browser, pause, Tab, type TabOptions } from './tabs';

const check = vi.hoisted(() => vi.fn(() => Promise.resolve(false)));
vi.mock('../../src/lib/update.svelte', () => ({ update: { check } }));

/** A worker that the test controls. */
class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isTerminated = false;
  /** True if calls are received but not answered. */
  isStuck = false;
  readonly calls: Call[] = [];
  tab: Tab | null = null;
  #starting: Promise<Tab> | null = null;

  constructor(
    readonly browser: Browser,
    readonly options: TabOptions,
  ) {}

  postMessage(call: Call): void {
    this.calls.push(call);
    if (!this.isStuck) void this.#handle(structuredClone(call));
  }

  terminate(): void {
    this.isTerminated = true;
    // Its lock is free.
    this.browser.locks.clear();
    if (this.tab !== null) this.browser.tabs.splice(this.browser.tabs.indexOf(this.tab), 1);
  }

  die(): void {
    this.onerror?.({ message: 'out of memory' } as ErrorEvent);
  }

  #say(reply: Reply): void {
    if (!this.isTerminated && !this.isStuck) this.onmessage?.({ data: structuredClone(reply) } as MessageEvent<Reply>);
  }

  async #handle(call: Call): Promise<void> {
    if (call.call === 'start') this.#starting = this.#start(call.with.unsaved);
    const tab = await this.#starting;
    if (tab === null) return;
    try {
      const result = await tab.host.handle(call);
      this.#say({ kind: 'result', n: call.n, result });
    } catch (caught) {
      this.#say({ kind: 'problem', n: call.n, problem: problemOf(caught) });
    }
  }

  async #start(unsaved: TabOptions['unsaved']): Promise<Tab> {
    const tab = await Tab.open(this.browser, { ...this.options, unsaved: unsaved ?? [] });
    this.tab = tab;
    tab.events.push = (event) => {
      this.#say({ kind: 'event', event });
      return Array.prototype.push.call(tab.events, event);
    };
    return tab;
  }
}

class Listening implements Listener {
  readonly states: string[] = [];
  readonly messages: string[] = [];
  readonly problems: string[] = [];
  readonly savings: boolean[] = [];
  seq: number | null = null;
  state = (state: string): void => void this.states.push(state);
  message: Listener['message'] = (message) => {
    this.messages.push(message.type);
    if (message.type === 'welcome' || message.type === 'update') this.seq = message.table.revision;
  };
  malformed = (): void => undefined;
  closed: Listener['closed'] = ({ code }) => void this.problems.push(code);
  lastSeen = (): number | null => this.seq;
  saved = (isSaved: boolean): void => void this.savings.push(isSaved);
}

const TABLE = 'local-aaaaaaaaaaaa';
const SEATS = [{ kind: 'me', name: 'Ann' } as const, { kind: 'bot', level: 'easy' } as const];

let workers: FakeWorker[];
let browser: Browser;

function clientOf(options: TabOptions = {}): LocalClient {
  return new LocalClient(() => {
    const worker = new FakeWorker(browser, options);
    workers.push(worker);
    return worker;
  }, '/engine.wasm');
}

async function connected(client: LocalClient): Promise<{ connection: WorkerConnection; heard: Listening }> {
  await client.request('make', { id: TABLE, table: { game: 'land', seats: SEATS }, isKept: true });
  const heard = new Listening();
  const connection = new WorkerConnection(client, TABLE, null, heard);
  await vi.waitUntil(() => heard.states.includes('open'));
  return { connection, heard };
}

const play = (revision: number) => ({ kind: 'play', seat: 0, revision, actions: [] as string[] }) as const;

beforeEach(() => {
  workers = [];
  browser = new Browser();
  check.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('a connection to a table on this device', () => {
  it('plays', async () => {
    const { connection, heard } = await connected(clientOf());
    await expect(connection.ask({ kind: 'standing' })).resolves.toEqual({ kind: 'standing', seats: [] });
    await expect(connection.command(play(0))).resolves.toEqual({ seq: 2, revision: 1 });
    await vi.waitUntil(() => heard.seq === 2);
    await expect(connection.command(play(0))).rejects.toMatchObject({ code: 'action/stale_revision' });
    expect(heard.messages).toEqual(['welcome', 'update', 'update']);
    expect(heard.states).toEqual(['connecting', 'open']);
    connection.close();
    expect(heard.states.at(-1)).toBe('closed');
    await vi.waitUntil(() => workers[0]?.calls.at(-1)?.call === 'leave');
  });

  it('says that there is no such table', async () => {
    const heard = new Listening();
    new WorkerConnection(clientOf(), 'local-none22222222', null, heard);
    await vi.waitUntil(() => heard.problems.length > 0);
    expect(heard.problems).toEqual(['table/not_found']);
  });

  it('refuses what is pending when it is closed', async () => {
    const { connection } = await connected(clientOf());
    const worker = workers[0];
    if (worker) worker.isStuck = true;
    const asked = connection.ask({ kind: 'standing' });
    connection.close();
    await expect(asked).rejects.toMatchObject({ code: 'offline' });
  });

  it('tells when the game is not stored', async () => {
    const { heard, connection } = await connected(clientOf({ store: null }));
    expect(heard.savings).toEqual([false]);
    await connection.command(play(0));
    expect(heard.savings).not.toContain(true);
  });
});

describe('a worker that dies', () => {
  it('is restarted, and pending commands are repeated', async () => {
    const { connection, heard } = await connected(clientOf());
    const [first] = workers;
    if (first === undefined) throw new Error('no worker');
    first.isStuck = true;
    const done = connection.command(play(0));
    first.die();
    await expect(done).resolves.toEqual({ seq: 2, revision: 1 });
    expect(first.isTerminated).toBe(true);
    expect(workers).toHaveLength(2);
    expect(heard.states).toEqual(['connecting', 'open', 'broken', 'open']);
    await vi.waitUntil(() => heard.seq === 2);
    expect(heard.problems).toEqual([]);
  });

  it('executes a command once although it was stored before the failure', async () => {
    const { connection, heard } = await connected(clientOf());
    const [first] = workers;
    if (first === undefined) throw new Error('no worker');
    const done = connection.command(play(0));
    // It stores the move and dies before it answers.
    first.isStuck = true;
    await pause();
    first.die();
    await expect(done).resolves.toMatchObject({ revision: 2 });
    expect(heard.seq).toBe(2);
  });

  it('is noticed by its silence', async () => {
    const { connection } = await connected(clientOf());
    const [first] = workers;
    if (first === undefined) throw new Error('no worker');
    first.isStuck = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = connection.ask({ kind: 'standing' });
    vi.advanceTimersByTime(50_000);
    vi.useRealTimers();
    await expect(asked).resolves.toMatchObject({ kind: 'standing' });
    expect(first.isTerminated).toBe(true);
  });

  it('is not assumed because the whole page was halted', async () => {
    const { connection } = await connected(clientOf());
    const [first] = workers;
    if (first === undefined) throw new Error('no worker was started');
    first.isStuck = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const asked = connection.ask({ kind: 'standing' });
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(20_000);
    expect(first.isTerminated).toBe(false);
    vi.advanceTimersByTime(20_000);
    expect(first.isTerminated).toBe(true);
    vi.useRealTimers();
    await expect(asked).resolves.toMatchObject({ kind: 'standing' });
  });

  it('twice in a row is reported, and can be tried again', async () => {
    const client = clientOf();
    const { heard } = await connected(client);
    workers[0]?.die();
    await vi.waitUntil(() => heard.states.length === 4);
    workers[1]?.die();
    expect(heard.problems).toEqual(['local/stopped']);
    await expect(client.request('view', { table: TABLE })).resolves.toMatchObject({ id: TABLE });
  });

  it('takes nothing along that only it had', async () => {
    const { connection, heard } = await connected(clientOf({ store: null }));
    await connection.command(play(0));
    await vi.waitUntil(() => heard.seq === 2);
    workers[0]?.die();
    await vi.waitUntil(() => heard.states.length === 4);
    await expect(connection.command(play(2))).resolves.toMatchObject({ revision: 3 });
  });

  it('repeats calls without a table', async () => {
    const client = clientOf();
    await client.request('make', { id: TABLE, table: { game: 'land', seats: SEATS }, isKept: true });
    const [first] = workers;
    if (first === undefined) throw new Error('no worker');
    first.isStuck = true;
    const record = client.request('record', { table: TABLE });
    first.die();
    await expect(record).resolves.toMatch(/^bastide/);
  });
});

describe('no engine', () => {
  const reason = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((caught: unknown) => (caught instanceof Refusal ? caught.code : String(caught)));

  it('is said if the build has none', async () => {
    const client = new LocalClient(() => new FakeWorker(browser, {}), null);
    expect(await reason(client.load())).toBe('local/no_engine');
    expect(check).not.toHaveBeenCalled();
  });

  it('is said if the engine is of another version, which may mean a new build', async () => {
    // A worker whose engine answers with another version.
    const old = new LocalClient(() => {
      const made = new FakeWorker(browser, {});
      made.postMessage = (call) => {
        const problem = { code: 'local/no_engine', message: 'version 99' } as const;
        queueMicrotask(() =>
          made.onmessage?.({ data: { kind: 'problem', n: call.n, problem } } as MessageEvent<Reply>),
        );
      };
      return made;
    }, '/engine.wasm');
    expect(await reason(old.load())).toBe('local/no_engine');
    expect(check).toHaveBeenCalledOnce();
    expect(await reason(old.load())).toBe('local/no_engine');
    expect(check).toHaveBeenCalledOnce();
  });

  it('is said if the worker cannot be loaded', async () => {
    const client = new LocalClient(() => {
      const made = new FakeWorker(browser, {});
      made.isStuck = true;
      queueMicrotask(() => made.die());
      return made;
    }, '/engine.wasm');
    expect(await reason(client.load())).toBe('local/no_engine');
  });
});
