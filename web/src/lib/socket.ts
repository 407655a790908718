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
import { Refusal } from './api';
import { randomHex } from './random';

/** State of the connection. */
export type ConnectionState = 'connecting' | 'open' | 'broken' | 'offline' | 'closed';

/** Receiver of connection events. */
export interface Listener {
  state(state: ConnectionState): void;
  message(message: ServerMsg): void;
  /** Called when the connection is closed permanently. */
  closed(problem: Problem): void;
  /** Returns the number of the last event that was received, to resume from. */
  lastSeen(): number | null;
}

interface Pending<T> {
  message: ClientMsg;
  resolve: (value: T) => void;
  reject: (reason: Refusal) => void;
}

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

export class Socket {
  readonly #table: string;
  readonly #token: string | null;
  readonly #name: string | null;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isReady = false;
  #isOver = false;
  #failures = 0;
  #wasLost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #questions = 0;
  readonly #session = Math.random().toString(36).slice(2, 10);
  /** Identifies this client if it has no seat; stays the same after
   * reconnecting. */
  readonly #client = randomHex(16);
  #commands = 0;
  readonly #pendingCommands = new Map<string, Pending<Done>>();
  readonly #pendingQuestions = new Map<number, Pending<Answer>>();

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

  /** Sends a command that changes the table; resolves once it is saved. */
  command(command: Command): Promise<Done> {
    this.#commands += 1;
    const id = `${this.#session}-${String(this.#commands)}`;
    return new Promise((resolve, reject) => {
      const message: ClientMsg = { type: 'do', id, command };
      this.#pendingCommands.set(id, { message, resolve, reject });
      this.#send(message);
    });
  }

  /** Sends a query. */
  ask(question: Question): Promise<Answer> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise((resolve, reject) => {
      const message: ClientMsg = { type: 'ask', id, question };
      this.#pendingQuestions.set(id, { message, resolve, reject });
      this.#send(message);
    });
  }

  /** Closes the connection and rejects all pending requests. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#lose);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
    this.#refuseAll();
    this.#listener.state('closed');
  }

  #connect(): void {
    if (this.#isOver) return;
    this.#listener.state(isOffline() ? 'offline' : this.#failures === 0 ? 'connecting' : 'broken');
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
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
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMsg);
    socket.onclose = () => {
      if (this.#socket === socket) this.#retry(null);
    };
  }

  #receive(message: ServerMsg): void {
    this.#take(message);
    clearTimeout(this.#watch);
    // Any message proves that the connection works; a pending request still needs its answer.
    if (this.#isReady && this.#pendingCommands.size + this.#pendingQuestions.size > 0) this.#expect();
  }

  #take(message: ServerMsg): void {
    switch (message.type) {
      case 'welcome':
        this.#isReady = true;
        this.#failures = 0;
        this.#listener.message(message);
        this.#listener.state('open');
        for (const { message: again } of [...this.#pendingCommands.values(), ...this.#pendingQuestions.values()])
          this.#send(again);
        return;
      case 'done':
        this.#pendingCommands.get(message.id)?.resolve(message.done);
        this.#pendingCommands.delete(message.id);
        return;
      case 'refused':
        this.#pendingCommands.get(message.id)?.reject(new Refusal(message.problem));
        this.#pendingCommands.delete(message.id);
        return;
      case 'answer':
        this.#pendingQuestions.get(message.id)?.resolve(message.answer);
        this.#pendingQuestions.delete(message.id);
        return;
      case 'no_answer':
        this.#pendingQuestions.get(message.id)?.reject(new Refusal(message.problem));
        this.#pendingQuestions.delete(message.id);
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

  #send(message: ClientMsg): void {
    if (!this.#isReady || this.#socket === null) return;
    this.#socket.send(JSON.stringify(message));
    this.#expect();
  }

  #expect(patience = PATIENCE): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#retry(0), patience);
  }

  #refuseAll(): void {
    for (const { reject } of [...this.#pendingCommands.values(), ...this.#pendingQuestions.values()])
      reject(new Refusal(null));
    this.#pendingCommands.clear();
    this.#pendingQuestions.clear();
  }
}
