// Requests to a table that have no response yet. They can be sent again: a
// command has an id, and a repeated id gets the same response without changing
// anything.

import type { Answer, ClientMsg, Command, Done, Question, ServerMsg } from '../wire/wire';
import { Refusal } from './request';

interface Pending<T> {
  message: ClientMsg;
  resolve: (value: T) => void;
  reject: (reason: Refusal) => void;
}

type Send = (message: ClientMsg) => void;

export class PendingRequests {
  readonly #session = Math.random().toString(36).slice(2, 10);
  #sent = 0;
  #asked = 0;
  readonly #commands = new Map<string, Pending<Done>>();
  readonly #questions = new Map<number, Pending<Answer>>();

  /** The messages without a response, in the order they were sent. */
  get messages(): ClientMsg[] {
    return [...this.#commands.values(), ...this.#questions.values()].map(({ message }) => message);
  }

  /** Sends a command; resolves with its response. */
  command(command: Command, send: Send): Promise<Done> {
    this.#sent += 1;
    const id = `${this.#session}-${String(this.#sent)}`;
    return new Promise((resolve, reject) => {
      const message: ClientMsg = { type: 'do', id, command };
      this.#commands.set(id, { message, resolve, reject });
      send(message);
    });
  }

  /** Sends a query; resolves with its response. */
  ask(question: Question, send: Send): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const message: ClientMsg = { type: 'ask', id, question };
      this.#questions.set(id, { message, resolve, reject });
      send(message);
    });
  }

  /** Settles the request that `message` responds to. Returns false if it is not
   * a response. */
  settle(message: ServerMsg): boolean {
    switch (message.type) {
      case 'done':
        take(this.#commands, message.id)?.resolve(message.done);
        return true;
      case 'refused':
        take(this.#commands, message.id)?.reject(new Refusal(message.problem));
        return true;
      case 'answer':
        take(this.#questions, message.id)?.resolve(message.answer);
        return true;
      case 'no_answer':
        take(this.#questions, message.id)?.reject(new Refusal(message.problem));
        return true;
      case 'welcome':
      case 'update':
      case 'presence':
      case 'closing':
        return false;
    }
  }

  /** Rejects the request that was sent as `message`. */
  refuse(message: ClientMsg, reason: Refusal): void {
    if (message.type === 'do') take(this.#commands, message.id)?.reject(reason);
    if (message.type === 'ask') take(this.#questions, message.id)?.reject(reason);
  }

  /** Rejects all requests. */
  refuseAll(): void {
    for (const { reject } of [...this.#commands.values(), ...this.#questions.values()]) reject(new Refusal(null));
    this.#commands.clear();
    this.#questions.clear();
  }
}

/** Removes an entry and returns it. */
function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}
