// Days of the daily puzzle, in UTC, and streaks of solved ones.

const DAY = 86_400_000;

/** Returns the number of days since 1970-01-01 in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** Returns the start of a day in UTC, in milliseconds. */
export const startOf = (day: number): number => day * DAY;

/** Returns the number of consecutive days on which the daily puzzle was solved, up to
 * today. A streak lasts until the end of the day after its last puzzle. */
export function streakOf(solved: readonly number[], today: number): number {
  const days = new Set(solved);
  const end = days.has(today) ? today : today - 1;
  let length = 0;
  while (days.has(end - length)) length += 1;
  return length;
}
