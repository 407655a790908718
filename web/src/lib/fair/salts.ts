// Contribution of this browser to the draws: a random salt for each table, kept
// secret until the server has committed to its seed, then revealed.

import type { Command, TableView } from '../../wire/wire';
import { isRecord, listOf, readStored, store } from '../storage';
import { randomHex } from '../random';
import { hash } from './sha256';

/** Stored state of the contribution to a game. */
export interface Kept {
  /** The salt; `null` if this browser did not contribute. */
  salt: string | null;
  /** The server's commitment when the salt was revealed. */
  seal: string | null;
}

interface Entry extends Kept {
  table: string;
}

/** Maximum number of stored entries, the same as for seats. */
const MOST = 60;

const isText = (value: unknown): value is string => typeof value === 'string';

const read = (kept: unknown): Entry[] =>
  listOf(kept)
    .filter(isRecord)
    .flatMap(({ table, salt, seal }) =>
      isText(table) ? [{ table, salt: isText(salt) ? salt : null, seal: isText(seal) ? seal : null }] : [],
    );

/** Returns 32 random bytes in hexadecimal. */
export const drawSalt = (): string => randomHex(32);

/** Returns the commitment to a salt. */
export const saltCommitment = (salt: string): string => hash(`bastide salt 1\n${salt}\n`);

/** Returns the stored state for a table. Not cached, because all tabs share
 * it. */
export function keptFor(table: string): Kept | null {
  return readStored('salts', read).find((one) => one.table === table) ?? null;
}

/** Stores the state for a table. */
export function keepFor(table: string, { salt, seal }: Kept): void {
  const others = readStored('salts', read).filter((one) => one.table !== table);
  store('salts', [{ table, salt, seal }, ...others].slice(0, MOST));
}

/** The state to store and the command to send next. */
export interface Step {
  kept: Kept | null;
  command: Command | null;
}

/** Returns the next step of this browser at a table. Commits until the server
 * has fixed its seed, then reveals. A salt is revealed under one commitment
 * only: a server that changed its seed after seeing the salt gets nothing. */
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
  if (!isOwn || !isSame || kept.salt == null || view.commitment === null) return { kept, command: null };
  const isRevealed = salts.some((one) => one.seat === seat && one.is_revealed);
  return {
    kept: { salt: kept.salt, seal: view.commitment },
    command: isRevealed ? null : { kind: 'reveal_salt', seat, salt: kept.salt },
  };
}

/** Performs the next step; returns false if there is nothing to send. */
export async function contribute(view: TableView, send: (command: Command) => Promise<unknown>): Promise<boolean> {
  const before = keptFor(view.id);
  const { kept, command } = nextStep(view, before);
  // Stored before it is sent: a lost salt could not be revealed.
  if (kept !== null && (kept.salt !== before?.salt || kept.seal !== before.seal)) keepFor(view.id, kept);
  if (command === null) return false;
  await send(command);
  return true;
}
