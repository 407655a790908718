// The seats held by this browser, with their secret tokens.

import type { Seated } from '../wire/wire';
import { isRecord, listOf, readStored, store } from './storage';

/** One or more seats at a table. */
export interface Held {
  table: string;
  token: string;
  seats: number[];
  /** When the seats were taken, in milliseconds since the Unix epoch. */
  since: number;
  /** Number of the last event that was seen. */
  seen: number | null;
}

/** Maximum number of stored tables. */
const MOST = 60;

function read(kept: unknown): Held[] {
  const held: Held[] = [];
  for (const one of listOf(kept)) {
    if (!isRecord(one)) continue;
    const { table, token, seats, since, seen } = one;
    if (typeof table !== 'string' || typeof token !== 'string' || typeof since !== 'number') continue;
    const numbers = listOf(seats).filter((n) => typeof n === 'number');
    held.push({ table, token, seats: numbers, since, seen: typeof seen === 'number' ? seen : null });
  }
  return held;
}

class Seats {
  held = $state.raw<Held[]>(readStored('seats', read));

  /** Returns the token for a table, or `null`. */
  token(table: string): string | null {
    return this.held.find((one) => one.table === table)?.token ?? null;
  }

  /** Stores seats received from the server. */
  add(seated: Seated): void {
    const { table, token, seats } = seated;
    const others = this.held.filter((one) => one.table !== table);
    this.#store([{ table, token, seats, since: Date.now(), seen: null }, ...others].slice(0, MOST));
  }

  /** Returns the number of the last event seen at a table. */
  seen(table: string): number | null {
    return this.held.find((one) => one.table === table)?.seen ?? null;
  }

  /** Stores the number of the last event seen, so that missed moves can be
   * shown later. */
  markSeen(table: string, seq: number): void {
    const held = this.held.find((one) => one.table === table);
    if (held === undefined || held.seen === seq || document.visibilityState !== 'visible') return;
    held.seen = seq;
    store('seats', this.held);
  }

  /** Copies the seats to the table of a rematch, where the same tokens are
   * valid. */
  copyTo(from: string, to: string): void {
    const held = this.held.find((one) => one.table === from);
    if (held && this.token(to) === null) this.add({ ...held, table: to, url: '' });
  }

  /** Removes a table from the list. */
  forget(table: string): void {
    this.#store(this.held.filter((one) => one.table !== table));
  }

  #store(held: Held[]): void {
    this.held = held;
    store('seats', held);
  }
}

export const seats = new Seats();
