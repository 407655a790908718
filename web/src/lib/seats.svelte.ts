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
  /** The number of the last event that was seen there. */
  seen: number | null;
}

/** More than this nobody looks through. */
const MOST = 60;

function read(kept: unknown): Held[] {
  if (!Array.isArray(kept)) return [];
  const held: Held[] = [];
  for (const one of kept as unknown[]) {
    if (!isRecord(one)) continue;
    const { table, token, seats, since, seen } = one;
    if (typeof table !== 'string' || typeof token !== 'string' || typeof since !== 'number') continue;
    const numbers = Array.isArray(seats) ? seats.filter((n): n is number => typeof n === 'number') : [];
    held.push({ table, token, seats: numbers, since, seen: typeof seen === 'number' ? seen : null });
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
    this.#keep([{ table, token, seats, since: Date.now(), seen: null }, ...others].slice(0, MOST));
  }

  /** The last event that was seen at a table. */
  seen(table: string): number | null {
    return this.held.find((one) => one.table === table)?.seen ?? null;
  }

  /** Remembers what was seen, so that one can be told what was not. */
  saw(table: string, seq: number): void {
    const held = this.held.find((one) => one.table === table);
    if (held === undefined || held.seen === seq || document.visibilityState !== 'visible') return;
    held.seen = seq;
    keep('seats', this.held);
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
