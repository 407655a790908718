// The page's side of the worker: calls with responses, events of tables, and a
// restart if the worker fails.

import type { ServerMsg } from '../wire/wire';
import { Refusal, type AnyProblem } from '../lib/request';
import { update } from '../lib/update.svelte';
import {
  RESULTS,
  type Arguments,
  type Call,
  type CallName,
  type HostEvent,
  type Picture,
  type Reply,
  type Results,
  type UnsavedTable,
} from './calls';
import { ART_FILE, ENGINE_FILE } from './engineFiles';

/** The parts of `Worker` that are used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Call): void;
  terminate(): void;
}

/** Receiver of events of a table. */
export interface TableListener {
  message(message: ServerMsg): void;
  /** The worker was restarted and no longer knows the page. */
  restarted(): void;
  closed(problem: AnyProblem): void;
  saved(isSaved: boolean): void;
}

/** The worker was restarted before it answered. A message can be sent again. */
export class WorkerRestarted extends Error {}

interface Waiting {
  call: Call;
  settle: (result: unknown) => void;
  reject: (reason: Error) => void;
}

/** Silence, in milliseconds, after which the worker is considered dead while a
 * response is pending. A bot or a hint takes a few seconds on a slow phone. */
const PATIENCE = 15_000;
/** The same until the engine is loaded, which takes long on a slow network. */
const LOADING_PATIENCE = 60_000;
/** Delay of a timer, in milliseconds, that shows that the whole page was halted,
 * and with it the worker. */
const HALTED = 5_000;
/** Interval of checks while a table is open, in milliseconds: a bot that never
 * moves is not noticed otherwise. */
const PING_EVERY = 5_000;
/** Time after which a further failure is the first one again, in milliseconds. */
const RECOVERY = 120_000;
/** Time after which an engine that could not be loaded is loaded again, in
 * milliseconds. */
const NEXT_ATTEMPT = 30_000;

const NO_ENGINE: AnyProblem = { code: 'local/no_engine', message: 'this page has no engine' };

export class LocalClient {
  readonly #spawn: () => WorkerLike;
  readonly #engine: string | null;
  #worker: WorkerLike | null = null;
  #calls = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #tables = new Map<string, TableListener>();
  /** Facts that only the worker and this page have. */
  readonly #unsaved = new Map<string, UnsavedTable>();
  /** Why the engine cannot be used, and until when. */
  #trouble: { problem: AnyProblem; until: number } | null = null;
  /** True if the engine of the current worker was loaded. */
  #isLoaded = false;
  #failedAt = -Infinity;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;

  constructor(spawn: () => WorkerLike, engine: string | null) {
    this.#spawn = spawn;
    this.#engine = engine;
  }

  /** Sends a call; resolves with its result, or throws a `Refusal`. */
  request<K extends CallName>(name: K, args: Arguments[K]): Promise<Results[K]> {
    return new Promise((resolve, reject) => {
      const trouble = this.#ensure();
      if (trouble !== null) {
        reject(new Refusal(trouble));
        return;
      }
      const is = RESULTS[name];
      this.#post(name, args, {
        settle: (result) => {
          if (is(result)) resolve(result);
          else reject(new Error(`the result of ${name} has another form`));
        },
        reject,
      });
    });
  }

  /** Ends the worker; calls without a result are refused. The next call starts
   * another one. */
  close(): void {
    this.#end({ code: 'local/stopped', message: 'the worker was stopped' });
  }

  /** Loads the engine ahead of its first use. */
  async load(): Promise<void> {
    await this.request('ping', {});
  }

  /** Registers the receiver of a table's events. Returns a function that removes
   * it. */
  listen(table: string, listener: TableListener): () => void {
    this.#tables.set(table, listener);
    this.#pings ??= setInterval(() => void this.request('ping', {}).catch(() => undefined), PING_EVERY);
    if (this.#unsaved.get(table)?.isKept === true) listener.saved(false);
    return () => {
      if (this.#tables.get(table) !== listener) return;
      this.#tables.delete(table);
      if (this.#tables.size > 0) return;
      clearInterval(this.#pings);
      this.#pings = undefined;
    };
  }

  /** Returns the facts of a table that are not stored. */
  unsaved(table: string): UnsavedTable | null {
    return this.#unsaved.get(table) ?? null;
  }

  /** Starts the worker unless it runs. Returns the reason if it cannot run. */
  #ensure(): AnyProblem | null {
    if (this.#worker !== null) return null;
    if (this.#engine === null) return NO_ENGINE;
    if (this.#trouble !== null && this.#trouble.until > Date.now()) return this.#trouble.problem;
    this.#trouble = null;
    let worker: WorkerLike;
    try {
      worker = this.#spawn();
    } catch (caught) {
      return { code: 'local/no_engine', message: String(caught) };
    }
    this.#worker = worker;
    this.#isLoaded = false;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onmessageerror = () => this.#fail('a message of the worker cannot be read');
    worker.onerror = (event) => this.#fail(event.message);
    const settle = (): void => void (this.#isLoaded = true);
    const reject = (reason: Error): void => this.#lack(reason);
    this.#post('start', { engine: this.#engine, unsaved: [...this.#unsaved.values()] }, { settle, reject });
    return null;
  }

  #post<K extends CallName>(name: K, args: Arguments[K], then: Pick<Waiting, 'settle' | 'reject'>): void {
    this.#calls += 1;
    const call = numbered(this.#calls, name, args);
    this.#waiting.set(this.#calls, { call, ...then });
    this.#worker?.postMessage(call);
    this.#expect();
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case 'result':
        this.#take(reply.n)?.settle(reply.result);
        break;
      case 'problem':
        this.#take(reply.n)?.reject(new Refusal(reply.problem));
        break;
      case 'event':
        this.#hear(reply.event);
        break;
    }
    this.#expect();
  }

  #take(n: number): Waiting | undefined {
    const waiting = this.#waiting.get(n);
    this.#waiting.delete(n);
    return waiting;
  }

  #hear(event: HostEvent): void {
    switch (event.kind) {
      case 'message':
        this.#tables.get(event.table)?.message(event.message);
        return;
      case 'closed':
        this.#tables.get(event.table)?.closed(event.problem);
        return;
      case 'unsaved': {
        const { table, facts } = event.unsaved;
        const before = this.#unsaved.get(table.id)?.facts ?? [];
        this.#unsaved.set(table.id, { ...event.unsaved, facts: [...before, ...facts] });
        if (event.unsaved.isKept) this.#tables.get(table.id)?.saved(false);
        return;
      }
      case 'saved':
        this.#unsaved.delete(event.table);
        this.#tables.get(event.table)?.saved(true);
        return;
    }
  }

  /** The engine cannot be loaded, or it belongs to another version of the page:
   * for some time there are no games on this device. */
  #lack(reason: Error): void {
    if (!(reason instanceof Refusal)) return;
    const problem: AnyProblem = { code: 'local/no_engine', message: reason.message };
    this.#trouble = { problem, until: Date.now() + NEXT_ATTEMPT };
    this.#end(problem);
    void update.check();
  }

  /** The worker failed: restarts it once, then gives up. */
  #fail(why: string): void {
    if (this.#worker === null) return;
    const now = Date.now();
    if (now - this.#failedAt < RECOVERY) {
      this.#end({ code: this.#isLoaded ? 'local/stopped' : 'local/no_engine', message: why });
      return;
    }
    this.#failedAt = now;
    this.#stop();
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#ensure();
    for (const { call, settle, reject } of lost) {
      // Connections send their messages again after the first one.
      if (call.call === 'start' || call.call === 'send') reject(new WorkerRestarted(why));
      else this.#post(call.call, call.with, { settle, reject });
    }
    for (const listener of this.#tables.values()) listener.restarted();
  }

  /** Rejects everything and closes all tables. */
  #end(problem: AnyProblem): void {
    this.#stop();
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(new Refusal(problem));
    for (const listener of [...this.#tables.values()]) listener.closed(problem);
  }

  #stop(): void {
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #expect(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.size === 0) return;
    const patience = this.#isLoaded ? PATIENCE : LOADING_PATIENCE;
    const due = Date.now() + patience;
    this.#watch = setTimeout(() => {
      if (Date.now() > due + HALTED) this.#expect();
      else this.#fail('the worker does not answer');
    }, patience);
  }
}

/** Returns a call with its number. */
function numbered<K extends CallName>(n: number, call: K, args: Arguments[K]): Call;
function numbered(n: number, call: CallName, args: object): object {
  return { n, call, with: args };
}

/** Returns a client with a worker of its own, for long computations. */
export const newClient = (): LocalClient =>
  new LocalClient(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bastide' }),
    ENGINE_FILE,
  );

/** The worker of this page. */
export const localClient = newClient();

/** Draws a picture with one of the art modules. */
export function draw(picture: Picture): Promise<string> {
  const art = picture.call === 'postcard' ? ENGINE_FILE : ART_FILE;
  if (art === null) return Promise.reject(new Refusal(NO_ENGINE));
  return localClient.request('draw', { art, picture });
}
