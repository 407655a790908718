// A table on a real server without a page: the parts of `Table` that `Turn`
// uses, over HTTP.

import type { Answer, Command, Offers, Question, TableView } from '../../src/wire/wire';

/** Sends a request and returns the response, or throws the error. */
export async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(said)}`);
  return said as T;
}

let commands = 0;

export class RemoteTable {
  offers = $state.raw<Offers | null>(null);
  view = $state.raw<TableView | null>(null);
  readonly #url: string;
  readonly #token: string;

  constructor(server: string, table: string, token: string) {
    this.#url = `${server}/api/tables/${table}`;
    this.#token = token;
  }

  /** Loads the current state of the table. */
  async load(): Promise<void> {
    const answer = await fetch(this.#url, { headers: { authorization: `Bearer ${this.#token}` } });
    this.view = (await answer.json()) as TableView;
    const isOn = this.view.phase.kind === 'playing';
    const preview = isOn ? await this.ask({ kind: 'preview', actions: [] }) : null;
    this.offers = preview?.kind === 'preview' ? preview.offers : null;
  }

  ask(question: Question): Promise<Answer> {
    return post(`${this.#url}/ask`, question, this.#token);
  }

  async command(command: Command): Promise<unknown> {
    commands += 1;
    return post(`${this.#url}/do`, { id: `model-${String(commands)}`, command }, this.#token);
  }
}
