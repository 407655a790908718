// What is left of a table whose stored data is damaged: its game up to the first
// fact that cannot be read.

import type { TableView } from '../wire/wire';
import { fits, TABLE } from '../lib/received';
import { Refusal } from '../lib/request';
import { isRecord } from '../lib/storage';
import type { EngineCalls } from './engine';
import { isFact, type Fact } from './store';

/** The readable beginning of a game. */
export interface Rescued {
  record: string;
  /** The table after it. No seat is the player's if the summary is damaged too. */
  view: TableView;
}

export const isRescued = (value: unknown): value is Rescued => fits<Rescued>(value, { record: 'string', view: TABLE });

/** Everything that is stored about a table, readable or not. */
interface Stored {
  table: unknown;
  facts: readonly unknown[];
}

/** Returns the readable beginning of a game. Throws a `Refusal` if there is
 * none. */
export function rescue(
  engine: EngineCalls,
  id: string,
  { table, facts }: Stored,
  now: number,
  entropy: string,
): Rescued {
  const readable = beginning(facts);
  const canOpen = (length: number): boolean => {
    try {
      engine.close(id);
      engine.open(id, readable.slice(0, length), now, entropy);
      return true;
    } catch (caught) {
      if (caught instanceof Refusal) return false;
      throw caught;
    }
  };
  try {
    const length = longest(readable.length, canOpen);
    if (length === 0 || !canOpen(length)) throw new Refusal({ code: 'local/damaged', message: 'no fact can be read' });
    return { record: engine.record(id), view: viewOf(engine, id, table, now) };
  } finally {
    engine.close(id);
  }
}

/** Returns the facts up to the first one that is missing or not a fact. */
function beginning(facts: readonly unknown[]): Fact[] {
  const read: Fact[] = [];
  for (const fact of facts) {
    if (!isFact(fact) || fact.seq !== read.length + 1) break;
    read.push(fact);
  }
  return read;
}

/** Returns the largest number up to `most` that `holds`, or 0. Every number below
 * one that holds does so too. */
function longest(most: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function viewOf(engine: EngineCalls, id: string, row: unknown, now: number): TableView {
  const token = isRecord(row) && typeof row.token === 'string' ? row.token : null;
  try {
    return engine.view(id, token, now);
  } catch (caught) {
    if (!(caught instanceof Refusal)) throw caught;
    return engine.view(id, null, now);
  }
}
