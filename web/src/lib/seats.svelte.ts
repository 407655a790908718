// The seats this browser holds, with the secrets that prove it.

import type { Seated } from '../wire/wire';
import { isRecord, keep, recall } from './keep';

/** A seat, or several, at one table. */
export interface Held {
  table: string;
  token: string;
  seats: number[];
  /** When it was taken, in milliseconds since 1970. */
  since: number;
}

/** More than this nobody looks through. */
const MOST = 60;

function read(kept: unknown): Held[] {
  if (!Array.isArray(kept)) return [];
  const held: Held[] = [];
  for (const one of kept as unknown[]) {
    if (!isRecord(one)) continue;
    const { table, token, seats, since } = one;
    if (typeof table !== 'string' || typeof token !== 'string' || typeof since !== 'number') continue;
    const numbers = Array.isArray(seats) ? seats.filter((n): n is number => typeof n === 'number') : [];
    held.push({ table, token, seats: numbers, since });
  }
  return held;
}

class Seats {
  held = $state.raw<Held[]>(recall('seats', read));

  /** The secret for a table. */
  token(table: string): string | null {
    return this.held.find((one) => one.table === table)?.token ?? null;
  }

  /** Keeps what the server gave. */
  add(seated: Seated): void {
    const { table, token, seats } = seated;
    const others = this.held.filter((one) => one.table !== table);
    this.#keep([{ table, token, seats, since: Date.now() }, ...others].slice(0, MOST));
  }

  /** The same people sit at the table of a rematch, with the same secrets. */
  carry(from: string, to: string): void {
    const held = this.held.find((one) => one.table === from);
    if (held && this.token(to) === null) this.add({ ...held, table: to, url: '' });
  }

  /** Takes a table off the list. */
  forget(table: string): void {
    this.#keep(this.held.filter((one) => one.table !== table));
  }

  #keep(held: Held[]): void {
    this.held = held;
    keep('seats', held);
  }
}

export const seats = new Seats();
