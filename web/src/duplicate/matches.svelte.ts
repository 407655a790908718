// Duplicate matches on this device: two tables, the same deck, seats swapped.

import type { NewTable, SeatPlan, TableView } from '../wire/wire';
import { randomHex } from '../lib/random';
import { isRecord, listOf, readStored, store } from '../lib/storage';
import type { DeckView } from '../daily/wire';
import { keepTable } from '../local/api';
import { localId, newLocalId } from '../local/ids';

/** A match. The ids of its tables follow from its own. */
export interface Match {
  id: string;
  game: string;
  /** Level of the bot, or `null` if two people play at one screen. */
  bot: string | null;
}

const NAME = 'duplicate';
/** Number of matches that are listed. */
const MOST = 20;
/** Length of an id. */
const LENGTH = 8;

const isMatch = (value: unknown): value is Match =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  /^[a-z0-9]{8}$/.test(value.id) &&
  typeof value.game === 'string' &&
  (value.bot === null || typeof value.bot === 'string');

const read = (kept: unknown): Match[] => listOf(kept).filter(isMatch).slice(0, MOST);

/** Returns the matches on this device, the latest first. */
export const matches = (): Match[] => readStored(NAME, read);

/** Returns the ids of the tables of a match. */
export const tablesOf = ({ id }: Pick<Match, 'id'>): readonly [string, string] => [
  localId(`dupa${id}`),
  localId(`dupb${id}`),
];

/** Makes the tables of a match: seat 0 begins at the first, seat 1 at the second. */
export async function makeMatch(
  { game, family, rules }: Pick<DeckView, 'game' | 'family' | 'rules'>,
  seats: readonly [SeatPlan, SeatPlan],
): Promise<Match> {
  const [, second] = seats;
  const match: Match = {
    id: newLocalId().slice(-LENGTH),
    game,
    bot: second.kind === 'bot' ? second.level : null,
  };
  const seed = randomHex(64);
  for (const [seat, id] of tablesOf(match).entries()) {
    const table: NewTable = {
      game: family,
      rules,
      seats: [...seats],
      deal: { kind: 'seed', seed },
      first: { kind: 'seat', seat },
      aid: 'standard',
      undo: 'within_turn',
    };
    await keepTable(id, table);
  }
  store(NAME, [match, ...matches()].slice(0, MOST));
  return match;
}

/** The state of a table that decides where to play on. */
export interface TableState {
  turns: number;
  isOver: boolean;
  scores: readonly number[];
}

export const stateOf = ({ game, phase }: TableView): TableState => ({
  turns: game.turns,
  isOver: phase.kind === 'over',
  scores: phase.kind === 'over' ? phase.scores : game.scores,
});

/** Returns the number of the table to play on, or `null` if both games are over: the
 * one with fewer turns, so that no side sees a tile of the deck long before the
 * other. */
export function nextTable([one, other]: readonly [TableState, TableState]): 0 | 1 | null {
  if (one.isOver && other.isOver) return null;
  if (one.isOver || other.isOver) return one.isOver ? 1 : 0;
  return other.turns < one.turns ? 1 : 0;
}

/** Returns the points of seat 0 minus those of seat 1 at a table. */
export const leadAt = ({ scores: [own = 0, other = 0] }: TableState): number => own - other;
