// The share of this browser in the draws: a random salt for each table, kept
// secret until the server has committed to its seed, and revealed then.

import type { Command, TableView } from '../../wire/wire';
import { isRecord, keep, recall } from '../keep';
import { randomHex } from '../random';
import { hash } from './sha256';

/** What this browser remembers from before a game. */
export interface Kept {
  /** Its salt; null if it took no part. */
  salt: string | null;
  /** The server's commitment when the salt was revealed. */
  seal: string | null;
}

interface Entry extends Kept { table: string }

/** As many as there are seats kept. */
const MOST = 60;

const isText = (value: unknown): value is string => typeof value === 'string';

function read(kept: unknown): Entry[] {
  if (!Array.isArray(kept)) return [];
  const entries = kept as unknown[];
  return entries.filter(isRecord).flatMap(({ table, salt, seal }) =>
    isText(table) ? [{ table, salt: isText(salt) ? salt : null, seal: isText(seal) ? seal : null }] : []);
}

/** 32 random bytes in hexadecimal. */
export const drawSalt = (): string => randomHex(32);

/** The commitment to a salt. */
export const saltCommitment = (salt: string): string => hash(`bastide salt 1\n${salt}\n`);

/** What this browser knew of a table before its game. Read anew each time: all
 * tabs share it. */
export function keptFor(table: string): Kept | null {
  return recall('salts', read).find((one) => one.table === table) ?? null;
}

/** Remembers it. */
export function keepFor(table: string, { salt, seal }: Kept): void {
  const others = recall('salts', read).filter((one) => one.table !== table);
  keep('salts', [{ table, salt, seal }, ...others].slice(0, MOST));
}

/** What to remember and to send next. */
export interface Step { kept: Kept | null; command: Command | null }

/** The next step of this browser at a table. Commits while the server has not
 * fixed its seed; reveals once it has, and each salt under one seal only: a
 * server that changed its seed after it saw the salt gets nothing. */
export function nextStep(view: TableView, kept: Kept | null, draw: () => string = drawSalt): Step {
  const { stage, takes_salts: takesSalts, salts } = view.deal;
  const [seat] = [...view.yours].sort((a, b) => a - b);
  if (stage === 'dealt') {
    const isNew = kept?.seal == null && view.commitment !== null && view.phase.kind === 'playing';
    // A salt that was not revealed is not part of the draws.
    return { kept: isNew ? { salt: null, seal: view.commitment } : kept, command: null };
  }
  if (seat === undefined || !takesSalts) return { kept, command: null };
  const told = salts.find((one) => one.seat === seat)?.commitment ?? null;
  if (stage === 'open' || stage === 'gathering') {
    const salt = kept?.salt != null && kept.seal === null ? kept.salt : draw();
    const commitment = saltCommitment(salt);
    const command: Command | null = told === commitment ? null : { kind: 'commit_salt', seat, commitment };
    return { kept: { salt, seal: null }, command };
  }
  const isOwn = kept?.salt != null && told === saltCommitment(kept.salt);
  const isSame = kept?.seal === null || kept?.seal === view.commitment;
  if (!isOwn || !isSame || kept?.salt == null || view.commitment === null) return { kept, command: null };
  const isRevealed = salts.some((one) => one.seat === seat && one.is_revealed);
  return {
    kept: { salt: kept.salt, seal: view.commitment },
    command: isRevealed ? null : { kind: 'reveal_salt', seat, salt: kept.salt },
  };
}

/** Takes the next step; false if there is nothing to send. */
export async function contribute(view: TableView, send: (command: Command) => Promise<unknown>): Promise<boolean> {
  const before = keptFor(view.id);
  const { kept, command } = nextStep(view, before);
  // Kept before it is sent: a salt that is lost cannot be revealed.
  if (kept !== null && (kept.salt !== before?.salt || kept.seal !== before.seal)) keepFor(view.id, kept);
  if (command === null) return false;
  await send(command);
  return true;
}
