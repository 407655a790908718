// Names of things in the language spoken, from what the server calls them.

import type { ClockPlan, Problem, SeatPlan, SeatView, Who } from '../wire/wire';
import { Refusal } from './api';
import { listed, t, tOr } from './i18n.svelte';
import { tileWords } from './words/tiles';

/** What somebody without a name is called: oneself among bots, a colour to
 * others. */
export const namelessFor = (seats: readonly SeatPlan[]): string =>
  t(seats.some((seat) => seat.kind === 'open') ? 'colour.player.red' : 'tutorial.learner');

/** A bot's name. */
export const botName = (level: string): string => tOr(`bot.${level}.name`, t('bot.other.name', { level }));

/** Who sits somewhere. */
export function whoName(who: Who): string {
  switch (who.kind) {
    case 'nobody': return t('table.seat.free');
    case 'person': return who.name;
    case 'bot': {
      const bot = botName(who.level);
      return who.instead_of === null ? bot : t('bot.instead_of', { bot, name: who.instead_of });
    }
  }
}

/** The name of a seat; its colour where nobody sits. */
export function seatName(seats: readonly SeatView[], seat: number): string {
  const view = seats[seat];
  if (view === undefined) return '?';
  if (view.who.kind === 'nobody') return tOr(`colour.player.${view.colour}`, view.colour);
  const name = whoName(view.who);
  // Words alone must tell apart who bears the same name.
  const isShared = seats.some((other, at) => at !== seat && whoName(other.who) === name);
  return isShared ? `${name} ${glyph(view.colour)} ${String(seat + 1)}` : name;
}

/** Several seats. */
export const seatNames = (seats: readonly SeatView[], which: readonly number[]): string =>
  listed(which.map((seat) => seatName(seats, seat)));

/** The name of a game by its family and rules. */
export function gameName(family: string, rules: string): string {
  if (family === 'stronghold') return t('rules.stronghold');
  const names = rules.split(',').filter((name) => name !== '');
  const words = names.map((name) => tOr(`rules.${name.replace('=', '_')}`, name));
  return listed(words);
}

/** An agreement about time. */
export function clockName(plan: ClockPlan | null): string {
  if (plan === null) return t('lobby.clock.none');
  if (plan.kind === 'days') return t('clock.plan.days', { n: plan.days });
  return t('clock.plan.live', { minutes: Math.round(plan.seconds / 6) / 10, seconds: plan.increment });
}

/** A tile in words, as it lies. */
export const tileName = (tile: string, rotation: number): string => tileWords(tile, rotation, { t, tOr, listed }) || tile;

/** What went wrong and what to do. */
export function problemText(problem: unknown): string {
  if (!(problem instanceof Refusal)) return t('problem.unknown', { message: String(problem) });
  if (problem.code === 'offline') return t('problem.network');
  return tOr(`problem.${problem.code}`, t('problem.unknown', { message: problem.message }));
}

const GLYPHS: Readonly<Record<string, string>> = { red: '■', blue: '●', green: '◆', yellow: '▲', black: '★' };

/** The sign of a colour, for whoever does not see it. */
export const glyph = (colour: string): string => GLYPHS[colour] ?? '•';

/** A problem that came over the socket. */
export const tOrProblem = (problem: Problem): string => problemText(new Refusal(problem));
