// Localized names for values received from the server.

import type { ClockPlan, Colour, Family, Occupant, SeatView, TableLine } from '../wire/wire';
import { glyph } from './colours';
import { isKey, listed, t, tOrGeneral } from './i18n.svelte';
import { Refusal, type AnyProblem } from './request';
import { rulesIn, type Rule } from './rules';
import { tileWords } from './words/tiles';

/** The players and the seats of the reader. */
export interface Perspective {
  seats: readonly SeatView[];
  yours: readonly number[];
  family: Family;
}

/** Returns true if the reader plays this seat and no other: sentences then say
 * "you". */
export const isYou = ({ yours }: Pick<Perspective, 'yours'>, seat: number): boolean =>
  yours.length === 1 && yours[0] === seat;

/** Returns the name of a player by colour. */
export const colourName = (colour: Colour): string => t(`colour.player.${colour}`);

/** Placeholder names that earlier clients stored for unnamed players. */
const UNNAMED = ['', 'You', 'Ви', 'Вы'];

/** Returns `name`, or `otherwise` if the player has no name. */
export const givenName = (name: string, otherwise: string): string => (UNNAMED.includes(name) ? otherwise : name);

/** Start of the level of an engine, a program that plays on the server. */
const ENGINE = 'engine:';

/** Returns the name of an engine, or `null` for the level of a bot. */
export const engineOf = (level: string): string | null =>
  level.startsWith(ENGINE) ? level.slice(ENGINE.length) : null;

/** Returns the name of a bot: each level has a name for each seat, so that no
 * two bots at a table share one. An engine has a name of its own. */
export function botPerson(level: string, seat: number): string {
  const engine = engineOf(level);
  if (engine !== null) return engine;
  const person = tOrGeneral(`bot.${level}.people`, null).split(',')[seat] ?? '';
  return person === '' ? botName(level) : person;
}

/** Returns the name of a bot level, or of an engine with the word that it is one. */
export function botName(level: string): string {
  const name = engineOf(level);
  if (name !== null) return t('engine.named', { name });
  return tOrGeneral(`bot.${level}.name`, 'bot.other.name', { level });
}

/** Returns the tag beside the name of a bot: its level, or that it is an engine. */
export const botTag = (level: string): string => (engineOf(level) === null ? botName(level) : t('engine.tag'));

/** Returns the player of a seat in the third person; `otherwise` replaces a
 * missing name. */
export function whoName(who: Occupant, seat: number, otherwise: string): string {
  switch (who.kind) {
    case 'nobody':
      return otherwise;
    case 'person':
      return givenName(who.name, otherwise);
    case 'bot': {
      const bot = botPerson(who.level, seat);
      return who.instead_of === null ? bot : t('bot.instead_of', { bot, name: givenName(who.instead_of, otherwise) });
    }
  }
}

/** Returns the name of a seat, distinct from those of all other seats. */
export function seatName(seats: readonly SeatView[], seat: number): string {
  const view = seats[seat];
  if (view === undefined) return '?';
  const nameOf = ({ who, colour }: SeatView, at: number): string => whoName(who, at, colourName(colour));
  const name = nameOf(view, seat);
  const isShared = seats.some((other, at) => at !== seat && nameOf(other, at) === name);
  return isShared ? `${name} ${glyph(view.colour)} ${String(seat + 1)}` : name;
}

/** Returns the label of a seat in a list: "You" for a reader without a name. */
export function seatLabel(perspective: Pick<Perspective, 'seats' | 'yours'>, seat: number): string {
  const who = perspective.seats[seat]?.who;
  const isUnnamed = who?.kind === 'person' && UNNAMED.includes(who.name);
  return isUnnamed && isYou(perspective, seat) ? t('name.you') : seatName(perspective.seats, seat);
}

/** Returns the sentence parameters for a seat. */
export const subject = (perspective: Perspective, seat: number): { name: string; you: number } => ({
  name: seatName(perspective.seats, seat),
  you: Number(isYou(perspective, seat)),
});

/** Lists several seats; the reader comes first. */
export function seatNames(perspective: Pick<Perspective, 'seats' | 'yours'>, which: readonly number[]): string {
  const others = which.filter((seat) => !isYou(perspective, seat)).map((seat) => seatName(perspective.seats, seat));
  return listed(others.length < which.length ? [t('common.you'), ...others] : others);
}

/** Lists several seats at the beginning of a sentence. */
export function openingNames(perspective: Pick<Perspective, 'seats' | 'yours'>, which: readonly number[]): string {
  const names = seatNames(perspective, which);
  return which.some((seat) => isYou(perspective, seat)) ? names.charAt(0).toUpperCase() + names.slice(1) : names;
}

/** Returns the name of a rule, which some editions have of their own. */
const ruleName = ({ name, edition }: Rule): string =>
  tOrGeneral(`rules.${edition === undefined ? name : `${name}_${edition}`}`, 'rules.other');

/** Returns the name of a game by its family and rules. */
export function gameName(family: TableLine['game'], rules: string): string {
  if (family === 'stronghold') return t('rules.stronghold');
  return listed(rulesIn(rules).map(ruleName));
}

/** Returns the name of a time control. */
export function clockName(plan: ClockPlan | null): string {
  if (plan === null) return t('lobby.clock.none');
  if (plan.kind === 'days') return t('clock.plan.days', { n: plan.days });
  return t('clock.plan.live', { minutes: Math.round(plan.seconds / 6) / 10, seconds: plan.increment });
}

/** Returns the description of a tile in its rotation. */
export const tileName = (tile: string, rotation: number): string =>
  tileWords(tile, rotation, { t, isKey, listed }) || tile;

/** Returns the message for an error, with advice. */
export function problemText(problem: unknown): string {
  if (!(problem instanceof Refusal)) return t('problem.unknown', { message: String(problem) });
  if (problem.code === 'offline') return t('problem.network');
  return tOrGeneral(`problem.${problem.code}`, 'problem.unknown', { message: problem.message });
}

/** Returns the message for an error of the connection to a table. */
export const tOrProblem = (problem: AnyProblem): string => problemText(new Refusal(problem));
