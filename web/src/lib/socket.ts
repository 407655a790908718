// A WebSocket connection to one table that reconnects automatically.
//
// Messages without a response are sent again after reconnecting. This is safe:
// a command has an id, and a repeated id gets the same response without
// changing anything.

import {
  PROTOCOL,
  type Answer,
  type ClientMsg,
  type Command,
  type Done,
  type Problem,
  type Question,
  type ServerMsg,
} from '../wire/wire';
import type { Listener, TableConnection } from './connection';
import { PendingRequests } from './pending';
import { randomHex } from './random';
import { readMessage } from './received';

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 10_000;
/** Silence, in milliseconds, after which the connection is considered dead
 * while a response is pending. */
const PATIENCE = 12_000;
/** The same for the first message, which is by far the largest. */
const WELCOME_PATIENCE = 40_000;

/** Returns the delay before the next attempt: exponential backoff with jitter. */
export function pause(failures: number, random: number): number {
  const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
  // Jitter: after a restart of the server not all clients reconnect at once.
  return most * (0.5 + random / 2);
}

/** Returns true if the device reports that it has no network. */
const isOffline = (): boolean => !navigator.onLine;

export class Socket implements TableConnection {
  readonly #table: string;
  readonly #token: string | null;
  readonly #name: string | null;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isReady = false;
  #isOver = false;
  #failures = 0;
  /** Number of messages that could not be read. */
  #malformed = 0;
  #wasLost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** Identifies this client if it has no seat; stays the same after
   * reconnecting. */
  readonly #client = randomHex(16);
  readonly #pending = new PendingRequests();

  constructor(table: string, token: string | null, name: string | null, listener: Listener) {
    this.#table = table;
    this.#token = token;
    this.#name = name;
    this.#listener = listener;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#lose);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  command(command: Command): Promise<Done> {
    return this.#pending.command(command, this.#send);
  }

  ask(question: Question): Promise<Answer> {
    return this.#pending.ask(question, this.#send);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#lose);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
    this.#pending.refuseAll();
    this.#listener.state('closed');
  }

  #connect(): void {
    if (this.#isOver) return;
    this.#listener.state(isOffline() ? 'offline' : this.#failures === 0 ? 'connecting' : 'broken');
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    // For proxies that keep the sockets of a table on one server process.
    address.searchParams.set('table', this.#table);
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#isReady = false;
    socket.onopen = () => {
      const hello: ClientMsg = {
        type: 'hello',
        protocol: PROTOCOL,
        table: this.#table,
        token: this.#token,
        name: this.#name,
        client: this.#client,
        seen: this.#listener.lastSeen(),
      };
      socket.send(JSON.stringify(hello));
      this.#expect(WELCOME_PATIENCE);
    };
    socket.onmessage = (event) => {
      let message: ServerMsg;
      try {
        message = readMessage(event.data);
      } catch (error) {
        this.#reject(error);
        return;
      }
      this.#receive(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#retry(null);
    };
  }

  /** Reports a message that cannot be read and requests the whole table anew,
   * each time after a longer delay. */
  #reject(error: unknown): void {
    reportError(error);
    this.#listener.malformed();
    this.#malformed += 1;
    this.#retry(pause(this.#malformed, Math.random()));
  }

  #receive(message: ServerMsg): void {
    this.#take(message);
    clearTimeout(this.#watch);
    // Any message proves that the connection works; a pending request still needs its answer.
    if (this.#isReady && this.#pending.messages.length > 0) this.#expect();
  }

  #take(message: ServerMsg): void {
    switch (message.type) {
      case 'welcome':
        this.#isReady = true;
        this.#failures = 0;
        this.#listener.message(message);
        this.#listener.state('open');
        this.#pending.messages.forEach(this.#send);
        return;
      case 'done':
      case 'refused':
      case 'answer':
      case 'no_answer':
        this.#pending.settle(message);
        return;
      case 'closing':
        this.#part(message.problem, message.retry_after);
        return;
      case 'update':
      case 'presence':
        this.#listener.message(message);
    }
  }

  #part(problem: Problem, after: number | null): void {
    if (after !== null) {
      this.#retry(after);
      return;
    }
    this.close();
    this.#listener.closed(problem);
  }

  #retry(after: number | null): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    socket?.close();
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const wait = after ?? pause(this.#failures, Math.random());
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    // A short interruption is not reported, only a second failure.
    if (isOffline()) this.#listener.state('offline');
    else if (this.#failures > 1) this.#listener.state('broken');
  }

  /** The device reports that it is offline: no need to wait for the timeout. */
  readonly #lose = (): void => {
    if (this.#isOver) return;
    this.#wasLost = true;
    this.#listener.state('offline');
  };

  /** Back from sleep or back online: reconnects without waiting for the timer. */
  readonly #hurry = (): void => {
    if (this.#isOver || isOffline()) return;
    // A connection from before the interruption may be dead without a close
    // event.
    if (this.#wasLost && this.#socket !== null) this.#retry(0);
    this.#wasLost = false;
    if (this.#socket !== null || document.visibilityState === 'hidden') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  readonly #send = (message: ClientMsg): void => {
    if (!this.#isReady || this.#socket === null) return;
    this.#socket.send(JSON.stringify(message));
    this.#expect();
  };

  #expect(patience = PATIENCE): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#retry(0), patience);
  }
}
