// What a viewer reads in a record itself: where turns end, and who played. The
// moves it leaves to the server.

import type { SeatView } from '../wire/wire';
import { BOTS } from '../lib/bots';

/** The colours of the seats, in their order. */
const COLOURS = ['red', 'blue', 'green', 'yellow', 'black'] as const;

const WORDS_OF_THE_FRAME: ReadonlySet<string> = new Set(['bastide', 'game', 'end', 'seed']);

/** The words of each line, without comments. */
function linesOf(record: string): string[][] {
  return record.split('\n').map((line) => {
    const words = line.split(/\s+/).filter((word) => word !== '');
    const comment = words.findIndex((word) => word.startsWith('#'));
    return comment === -1 ? words : words.slice(0, comment);
  }).filter((words) => words.length > 0);
}

/** After how many actions each turn ends, from the start on. */
export function stopsOf(record: string): number[] {
  const stops = [0];
  for (const words of linesOf(record)) {
    if (!WORDS_OF_THE_FRAME.has(words[0] ?? '')) stops.push((stops.at(-1) ?? 0) + words.length);
  }
  return stops;
}

export const isFinished = (record: string): boolean => linesOf(record).some((words) => words[0] === 'end');

/** Who played, as far as the record says. */
export function seatsOf(record: string, count: number): SeatView[] {
  const header = linesOf(record).find((words) => words[0] === 'game') ?? [];
  const values = new Map(header.slice(1).map((word) => {
    const cut = word.indexOf('=');
    return [word.slice(0, cut), plain(word.slice(cut + 1))] as const;
  }));
  const together = values.get('players')?.split(',') ?? [];
  return Array.from({ length: count }, (_, n) => {
    const name = values.get(`player${String(n + 1)}`) ?? together[n] ?? '';
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
