// Clock times between two messages of the server.

import type { ClockView } from '../wire/wire';
import { t } from './i18n.svelte';

/** Returns the time that a seat has left at server time `now`, in
 * milliseconds. */
export function leftAt(clock: ClockView, seat: number, now: number): number {
  const left = clock.left[seat] ?? 0;
  return Math.max(0, clock.running === seat ? left - Math.max(0, now - clock.at) : left);
}

/** Formats a duration as 4:07, 1:02:33 or 2 days. */
export function timeWords(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return t('count.day', { n: Math.floor(hours / 24) });
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0
    ? `${String(hours)}:${two(minutes)}:${two(seconds % 60)}`
    : `${String(minutes)}:${two(seconds % 60)}`;
}
