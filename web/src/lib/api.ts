// HTTP requests to the server; everything that does not use the socket.

import type {
  Chain,
  Command,
  Deed,
  Done,
  ForgetPush,
  Handover,
  NewPush,
  NewReport,
  NewSeat,
  NewTable,
  Problem,
  ProblemCode,
  PublicKey,
  PushCount,
  PushKey,
  ReportTaken,
  Scenes,
  Seated,
  Stretch,
  TableLine,
  TableList,
  TableView,
  Verdict,
} from '../wire/wire';
import { randomHex } from './random';

/** A request that the server refused or that did not reach it. */
export class Refusal extends Error {
  readonly code: ProblemCode | 'offline';

  constructor(problem: Problem | null) {
    super(problem?.message ?? 'no connection');
    this.code = problem?.code ?? 'offline';
  }
}

interface Call {
  method?: 'GET' | 'POST';
  body?: unknown;
  token?: string | null;
  text?: boolean;
}

async function send(path: string, call: Call): Promise<Response> {
  const headers = new Headers();
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  if (call.token) headers.set('authorization', `Bearer ${call.token}`);
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: call.method ?? 'GET',
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
  } catch {
    throw new Refusal(null);
  }
  if (answer.ok) return answer;
  throw new Refusal(await problemOf(answer));
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const body = (await answer.json()) as Partial<Problem> & { problem?: Problem };
    if (body.problem) return body.problem;
    if (body.code && body.message) return { code: body.code, message: body.message };
  } catch {
    // Not a response of our server: a proxy's error page, for example.
  }
  const code = answer.status === 404 ? 'server/not_found' : 'server/internal';
  return { code, message: `the server answered ${String(answer.status)}` };
}

async function json<T>(path: string, call: Call = {}): Promise<T> {
  return (await (await send(path, call)).json()) as T;
}

const at = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export type Stage = 'open' | 'playing' | 'over';

/** Takes seats with a commitment to a random salt, and stores the salt in this
 * browser until it is to be revealed. */
async function seat(path: string, body: NewTable | NewSeat): Promise<Seated> {
  const { drawSalt, keepFor, saltCommitment } = await import('./fair/salts');
  const salt = drawSalt();
  const committed = { ...body, salt_commitment: saltCommitment(salt) };
  const seated = await json<Seated>(path, { method: 'POST', body: committed });
  keepFor(seated.table, { salt, seal: null });
  return seated;
}

/** Creates a table. */
export const makeTable = (table: NewTable): Promise<Seated> => seat('/api/tables', table);

/** Lists the public tables at a stage. */
export const listTables = async (stage: Stage): Promise<TableLine[]> =>
  (await json<TableList>(`/api/tables?stage=${stage}`)).tables;

/** Returns a table as a watcher sees it, or as the seats of `token` do. */
export const seeTable = (id: string, token: string | null = null): Promise<TableView> => json(at(id), { token });

/** Sends a command to a table without an open socket. */
export const act = (id: string, token: string, command: Command): Promise<Done> =>
  json(`${at(id)}/do`, { method: 'POST', token, body: { id: randomHex(16), command } satisfies Deed });

/** Takes a free seat. */
export const takeSeat = (id: string, wanted: NewSeat): Promise<Seated> => seat(`${at(id)}/seats`, wanted);

/** Reports a player to the operator of the server. */
export const report = (id: string, what: NewReport, token: string | null): Promise<ReportTaken> =>
  json(`${at(id)}/reports`, { method: 'POST', body: what, token });

/** Returns the server's public key for push subscriptions. */
export const pushKey = (): Promise<PushKey> => json('/api/push');

/** Subscribes this browser to notifications of the player's turns. */
export const subscribePush = (id: string, token: string, subscription: NewPush): Promise<PushCount> =>
  json(`${at(id)}/push`, { method: 'POST', token, body: subscription });

/** Removes the push subscription of this browser. */
export const forgetPush = (id: string, token: string, subscription: ForgetPush): Promise<PushCount> =>
  json(`${at(id)}/push/forget`, { method: 'POST', token, body: subscription });

/** Creates a link that moves the player's seats to another device. */
export const handOver = (id: string, token: string): Promise<Handover> =>
  json(`${at(id)}/handover`, { method: 'POST', token });

/** Takes over seats from another device. */
export const redeem = (id: string, code: string): Promise<Seated> =>
  json(`${at(id)}/handover/redeem`, { method: 'POST', body: { code } });

/** Returns the record of a game. */
export const readRecord = async (id: string): Promise<string> => (await send(`${at(id)}/record`, {})).text();

/** Returns a range of positions of a table's game, for the replay viewer. */
export const scenes = (id: string, from: number, to: number): Promise<Scenes> =>
  json(`${at(id)}/scenes?from=${String(from)}&to=${String(to)}`);

/** Returns a range of positions of a record that does not belong to a table. */
export const scenesOf = (record: string, from: number, to: number): Promise<Scenes> =>
  json('/api/records/scenes', { method: 'POST', body: { record, from, to } satisfies Stretch });

/** Asks the server to verify the draws of a finished game against its
 * commitment. */
export const verify = (id: string): Promise<Verdict> => json(`${at(id)}/verify`, { method: 'POST', body: {} });

/** Returns the hash chain of a table. */
export const readChain = (id: string): Promise<Chain> => json(`${at(id)}/chain`);

/** Returns the public key of receipts. */
export const readKey = (): Promise<PublicKey> => json('/api/key');

/** Returns an SVG file. */
export const drawing = async (path: string): Promise<string> => (await send(path, {})).text();
