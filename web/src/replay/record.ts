// What a viewer reads in a record itself: where turns end, and who played. The
// moves it leaves to the server.

import type { SeatView } from '../wire/wire';
import { BOTS } from '../lib/bots';

/** The colours of the seats, in their order. */
const COLOURS = ['red', 'blue', 'green', 'yellow', 'black'] as const;

const WORDS_OF_THE_FRAME: ReadonlySet<string> = new Set(['bastide', 'game', 'end', 'seed']);

/** A record, as far as a viewer reads it. */
interface Outline {
  header: ReadonlyMap<string, string>;
  /** The actions of each turn. */
  turns: readonly string[][];
  isOver: boolean;
}

function read(record: string): Outline {
  return record.trimStart().startsWith('{') ? readJson(record) : readText(record);
}

function readText(record: string): Outline {
  const lines = record.split('\n').map(wordsOf).filter((words) => words.length > 0);
  const header = lines.find((words) => words[0] === 'game')?.slice(1) ?? [];
  return {
    header: new Map(header.map((word) => {
      const cut = word.indexOf('=');
      return [word.slice(0, cut), plain(word.slice(cut + 1))] as const;
    })),
    turns: lines.filter((words) => !WORDS_OF_THE_FRAME.has(words[0] ?? '')),
    isOver: lines.some((words) => words[0] === 'end'),
  };
}

/** The same tokens, wrapped. What is wrong with it the server says. */
function readJson(record: string): Outline {
  let found: Record<string, unknown> = {};
  try {
    found = JSON.parse(record) as Record<string, unknown>;
  } catch {
    // Then it has no turns.
  }
  const turns = Array.isArray(found['turns']) ? found['turns'] : [];
  const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { header: new Map(texts), turns: turns.map((turn) => wordsOf(String(turn))), isOver: 'end' in found };
}

/** The words of a line, without its comment. */
function wordsOf(line: string): string[] {
  const words = line.split(/\s+/).filter((word) => word !== '');
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment === -1 ? words : words.slice(0, comment);
}

/** After how many actions each turn ends, from the start on. */
export function stopsOf(record: string): number[] {
  const { turns, isOver } = read(record);
  // In a turn that has only begun there is nothing to be seen yet.
  const hasBegun = isOver || turns.at(-1)?.some((action) => action.startsWith('P')) === true;
  const stops = [0];
  for (const turn of hasBegun ? turns : turns.slice(0, -1)) stops.push((stops.at(-1) ?? 0) + turn.length);
  return stops;
}

export const isFinished = (record: string): boolean => read(record).isOver;

/** Who played, as far as the record says. */
export function seatsOf(record: string, count: number): SeatView[] {
  const { header } = read(record);
  const together = header.get('players')?.split(',') ?? [];
  return Array.from({ length: count }, (_, n) => {
    const name = header.get(`player${String(n + 1)}`) ?? together[n] ?? '';
    return { colour: COLOURS[n] ?? 'black', who: whoIs(name), is_out: false };
  });
}

function whoIs(name: string): SeatView['who'] {
  if (name === '') return { kind: 'nobody' };
  return BOTS.includes(name) ? { kind: 'bot', level: name, instead_of: null } : { kind: 'person', name, is_here: true };
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
