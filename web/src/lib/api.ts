// Requests that do not use the connection of a table, to the server or, for tables
// on this device, to the engine. None is needed to show a table, so that this is
// loaded later.

import type * as Local from '../local/api';
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
import { canPlayHere } from '../local/engineFiles';
import { isLocal } from '../local/ids';
import { randomHex } from './random';
import { fits, KEY, TABLE, type Shape } from './received';
import { Refusal, send, type Call } from './request';
import { SCENES, SEATED, VERDICT } from './shapes';
import type { Place } from './where';

const local = (): Promise<typeof Local> => import('../local/api');

/** Returns a response with the fields of `shape`. */
async function json<T>(path: string, shape: Partial<Shape<T>>, call: Call = {}): Promise<T> {
  const answer = await send(path, call);
  const body: unknown = await answer.json().catch(() => null);
  if (fits<T>(body, shape)) return body;
  throw new Refusal({ code: 'server/internal', message: `malformed response from ${path}` });
}

const at = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export type Stage = 'open' | 'playing' | 'over';

const SUBSCRIPTIONS: Shape<PushCount> = { subscriptions: 'number' };

/** Takes seats with a commitment to a random salt, and stores the salt in this
 * browser until it is to be revealed. */
async function seat(path: string, body: NewTable | NewSeat): Promise<Seated> {
  const { drawSalt, keepFor, saltCommitment } = await import('./fair/salts');
  const salt = drawSalt();
  const committed = { ...body, salt_commitment: saltCommitment(salt) };
  const seated = await json<Seated>(path, SEATED, { method: 'POST', body: committed });
  keepFor(seated.table, { salt, seal: null });
  return seated;
}

/** Creates a table, on this device if `place` says so and the engine can be
 * loaded. */
export async function makeTable(table: NewTable, place: Place = 'server'): Promise<Seated> {
  // Engines are connected to the server.
  const hasEngine = table.seats.some((seat) => seat.kind === 'bot' && seat.level.startsWith('engine:'));
  if (place !== 'server' && !hasEngine) {
    try {
      return await (await local()).makeTable(table, place === 'device');
    } catch (caught) {
      if (caught instanceof Refusal && caught.code !== 'local/no_engine') throw caught;
    }
  }
  return seat('/api/tables', table);
}

/** Makes a table of this device available on the server, with a link to share.
 * `facts` is its log. */
export const publish = (facts: readonly object[]): Promise<Seated> =>
  json('/api/tables/publish', SEATED, { method: 'POST', body: { facts } });

/** Lists the public tables at a stage. */
export const listTables = async (stage: Stage): Promise<TableLine[]> =>
  (await json<TableList>(`/api/tables?stage=${stage}`, { tables: 'list' })).tables;

/** Returns a table as a watcher sees it, or as the seats of `token` do. */
export const seeTable = async (id: string, token: string | null = null): Promise<TableView> =>
  isLocal(id) ? (await local()).seeTable(id) : json(at(id), TABLE, { token });

/** Sends a command to a table without an open socket. */
export const act = (id: string, token: string, command: Command): Promise<Done> =>
  json(
    `${at(id)}/do`,
    { seq: 'number', revision: 'number' },
    { method: 'POST', token, body: { id: randomHex(16), command } satisfies Deed },
  );

/** Takes a free seat. */
export const takeSeat = (id: string, wanted: NewSeat): Promise<Seated> => seat(`${at(id)}/seats`, wanted);

/** Reports a player to the operator of the server. */
export const report = (id: string, what: NewReport, token: string | null): Promise<ReportTaken> =>
  json(`${at(id)}/reports`, { id: 'number' }, { method: 'POST', body: what, token });

/** Returns the server's public key for push subscriptions. */
export const pushKey = (): Promise<PushKey> => json('/api/push', { key: 'string null' });

/** Subscribes this browser to notifications of the player's turns. */
export const subscribePush = (id: string, token: string, subscription: NewPush): Promise<PushCount> =>
  json(`${at(id)}/push`, SUBSCRIPTIONS, { method: 'POST', token, body: subscription });

/** Removes the push subscription of this browser. */
export const forgetPush = (id: string, token: string, subscription: ForgetPush): Promise<PushCount> =>
  json(`${at(id)}/push/forget`, SUBSCRIPTIONS, { method: 'POST', token, body: subscription });

/** Creates a link that moves the player's seats to another device. */
export const handOver = (id: string, token: string): Promise<Handover> =>
  json(`${at(id)}/handover`, { url: 'string', code: 'string' }, { method: 'POST', token });

/** Takes over seats from another device. */
export const redeem = (id: string, code: string): Promise<Seated> =>
  json(`${at(id)}/handover/redeem`, SEATED, { method: 'POST', body: { code } });

/** Returns the record of a game. */
export const readRecord = async (id: string): Promise<string> =>
  isLocal(id) ? (await local()).readRecord(id) : (await send(`${at(id)}/record`, {})).text();

/** Returns a range of positions of a table's game, for the replay viewer. */
export const scenes = async (id: string, from: number, to: number): Promise<Scenes> =>
  isLocal(id)
    ? (await local()).scenes({ id }, from, to)
    : json(`${at(id)}/scenes?from=${String(from)}&to=${String(to)}`, SCENES);

/** Returns a range of positions of a record that does not belong to a table. The
 * engine on this device replaces a server that cannot be reached. */
export async function scenesOf(record: string, from: number, to: number): Promise<Scenes> {
  try {
    return await json('/api/records/scenes', SCENES, { method: 'POST', body: { record, from, to } satisfies Stretch });
  } catch (caught) {
    if (!(caught instanceof Refusal && caught.code === 'offline' && canPlayHere())) throw caught;
    return (await local()).scenes({ record }, from, to);
  }
}

/** Asks the host of a finished game to verify its draws against the commitment. */
export const verify = async (id: string): Promise<Verdict> =>
  isLocal(id) ? (await local()).verify(id) : json(`${at(id)}/verify`, VERDICT, { method: 'POST', body: {} });

/** Returns the hash chain of a table. */
export const readChain = (id: string): Promise<Chain> =>
  json(`${at(id)}/chain`, { table: 'string', head: 'string', digests: 'list' });

/** Returns the public key of receipts. */
export const readKey = (): Promise<PublicKey> => json('/api/key', KEY);
