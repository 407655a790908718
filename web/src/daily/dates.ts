// Dates and times of daily decks.

import { language } from '../lib/i18n.svelte';
import { startOf } from '../puzzles/days';

/** Returns a day in words, such as 18 November 2026. */
export const dateWords = (day: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(startOf(day));

/** Returns the time until the end of a day in UTC as `hours:minutes:seconds`. */
export function timeLeft(day: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((startOf(day + 1) - now) / 1_000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${String(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
