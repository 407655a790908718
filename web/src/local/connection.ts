// The connection of a page to a table on this device. After a restart of the
// worker, requests without a response are sent again, as over a socket.

import {
  PROTOCOL,
  type Answer,
  type ClientMsg,
  type Command,
  type Done,
  type Question,
  type ServerMsg,
} from '../wire/wire';
import { connectors, type Listener, type TableConnection } from '../lib/connection';
import { PendingRequests } from '../lib/pending';
import { randomHex } from '../lib/random';
import { Refusal, type AnyProblem } from '../lib/request';
import { localClient, WorkerRestarted, type LocalClient } from './client';

export class WorkerConnection implements TableConnection {
  readonly #client: Pick<LocalClient, 'request' | 'listen'>;
  readonly #table: string;
  readonly #name: string | null;
  readonly #listener: Listener;
  readonly #pending = new PendingRequests();
  readonly #unlisten: () => void;
  readonly #secret = randomHex(16);
  #isReady = false;
  #isOver = false;

  constructor(client: Pick<LocalClient, 'request' | 'listen'>, table: string, name: string | null, listener: Listener) {
    this.#client = client;
    this.#table = table;
    this.#name = name;
    this.#listener = listener;
    this.#unlisten = client.listen(table, {
      message: (message) => this.#receive(message),
      restarted: () => {
        this.#isReady = false;
        listener.state('broken');
        this.#greet();
      },
      closed: (problem) => this.#end(problem),
      saved: (isSaved) => listener.saved(isSaved),
    });
    listener.state('connecting');
    this.#greet();
  }

  command(command: Command): Promise<Done> {
    return this.#pending.command(command, this.#send);
  }

  ask(question: Question): Promise<Answer> {
    return this.#pending.ask(question, this.#send);
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unlisten();
    this.#pending.refuseAll();
    this.#listener.state('closed');
    // If the worker is gone, so is the table in it.
    void this.#client.request('leave', { table: this.#table }).catch(() => undefined);
  }

  /** Asks for the whole table. */
  #greet(): void {
    this.#post({
      type: 'hello',
      protocol: PROTOCOL,
      table: this.#table,
      name: this.#name,
      client: this.#secret,
      seen: this.#listener.lastSeen(),
    });
  }

  readonly #send = (message: ClientMsg): void => {
    if (this.#isReady) this.#post(message);
  };

  #post(message: ClientMsg): void {
    void this.#client.request('send', { table: this.#table, message }).catch((caught: unknown) => {
      // Sent again after the next welcome message.
      if (this.#isOver || caught instanceof WorkerRestarted) return;
      const reason =
        caught instanceof Refusal ? caught : new Refusal({ code: 'local/stopped', message: String(caught) });
      if (message.type !== 'hello') this.#pending.refuse(message, reason);
      else if (reason.code !== 'offline') this.#end({ code: reason.code, message: reason.message });
    });
  }

  #receive(message: ServerMsg): void {
    if (this.#pending.settle(message)) return;
    if (message.type === 'closing') {
      this.#end(message.problem);
      return;
    }
    this.#listener.message(message);
    if (message.type !== 'welcome') return;
    this.#listener.state('open');
    if (this.#isReady) return;
    this.#isReady = true;
    this.#pending.messages.forEach(this.#send);
  }

  #end(problem: AnyProblem): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.closed(problem);
  }
}

connectors.local = (table, name, listener) => new WorkerConnection(localClient, table, name, listener);
