// Texts of prompts, matching the offers, and summaries of a choice's results.

import type { GameEvent, OfferKind, Offers, TableView } from '../wire/wire';
import { either, t, tOr } from './i18n.svelte';
import { tellGame, type Circle } from './narrate';
import { isYou, seatName, seatNames } from './words';

/** A prompt and additional sentences; small screens show only the prompt. */
export interface Asked {
  ask: string;
  more: string[];
}

const DEEDS = ['figure', 'lady', 'crown', 'castle', 'barn', 'call_abbot', 'call_lady'] as const;
type Deed = (typeof DEEDS)[number];
/** Maximum number of actions listed in one prompt. */
const MOST_DEEDS = 3;

function deedOf(what: OfferKind): Deed | null {
  switch (what.kind) {
    case 'deploy':
      if (what.feature === 'crown') return 'crown';
      return what.feature === 'castle' ? 'lady' : 'figure';
    case 'build_castle':
      return 'castle';
    case 'build_barn':
      return 'barn';
    case 'recall':
      return what.role === 'abbot' ? 'call_abbot' : 'call_lady';
    case 'place':
    case 'settle':
    case 'use_token':
    case 'pass':
      return null;
  }
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Formats a phrase as a sentence. */
export const sentence = (words: string): string => capital(/[.!?]$/.test(words) ? words : `${words}.`);

/** Lists the possible actions: "Build a castle, place a figure or take the lady
 * back?" */
function afterTile(kinds: readonly OfferKind[]): Asked {
  const found = new Set(kinds.map(deedOf));
  const deeds = DEEDS.filter((deed) => found.has(deed));
  const ask =
    deeds.length === 0 || deeds.length > MOST_DEEDS
      ? t('prompt.after_tile.many')
      : capital(t('prompt.after_tile', { deeds: either(deeds.map((deed) => t(`prompt.deed.${deed}`))) }));
  if (kinds.filter(({ kind }) => kind === 'build_barn').length > 1)
    return { ask, more: [t('prompt.after_tile.farmers')] };
  const isOnTile = deeds.every((deed) => deed === 'figure');
  return { ask, more: [t(isOnTile ? 'prompt.after_tile.more' : 'prompt.after_tile.spots')] };
}

/** Returns true on devices whose primary pointer can hover, such as a mouse. */
const hasMouse = (): boolean => matchMedia('(hover: hover)').matches;

/** Returns the prompt for the player at this screen. */
export function question({ seat, prompt, offers }: Offers, circle: Circle): Asked {
  const kinds = offers.map(({ what }) => what);
  const more = tOr(`prompt.${prompt}.more`, '');
  switch (prompt) {
    case 'lay_tile':
      return {
        ask: t('prompt.lay_tile'),
        more: hasMouse()
          ? [t('prompt.lay_tile.mouse'), t('prompt.lay_tile.mouse.turn')]
          : [more, t('prompt.lay_tile.turn')],
      };
    case 'after_tile':
      return afterTile(kinds);
    case 'scoring_order': {
      const leaders = [...new Set(kinds.flatMap((what) => (what.kind === 'settle' ? what.leaders : [])))];
      const isTheirs = leaders.length > 0 && !leaders.includes(seat);
      return isTheirs
        ? { ask: t('prompt.scoring_order.theirs', { name: seatNames(circle, leaders) }), more: [] }
        : { ask: t('prompt.scoring_order'), more: [more] };
    }
    case 'use_token': {
      const tokens = kinds.flatMap((what) => (what.kind === 'use_token' ? [what.token] : []));
      const isTurn = tokens.length > 0 && tokens.every((token) => token === 1);
      const isStarred = kinds.some(({ kind }) => kind === 'settle');
      return {
        ask: t(isTurn ? 'prompt.use_token.turn' : 'prompt.use_token'),
        more: [...(isStarred ? [t('prompt.use_token.without')] : []), more],
      };
    }
    case 'plague':
      return { ask: t(`prompt.${prompt}`), more: [more] };
  }
}

/** Returns a text about the decision that another player is making. */
export function waiting({ game, seats }: TableView): string {
  if (game.to_act === null) return '';
  const name = seatName(seats, game.to_act);
  return game.asked === null ? t('turn.thinking', { name }) : t(`prompt.wait.${game.asked}`, { name });
}

/** Returns the results of a turn as far as it is chosen: points first, then the
 * rest. */
export function brings(events: readonly GameEvent[], circle: Circle): string[] {
  const points = new Map<number, number>();
  const add = (seat: number, more: number): unknown => points.set(seat, (points.get(seat) ?? 0) + more);
  for (const event of events) {
    if (event.kind === 'scored') event.winners.forEach((seat) => add(seat, event.points));
    else if (event.kind === 'awarded') add(event.seat, event.points);
  }
  const name = (seat: number): string => (isYou(circle, seat) ? t('common.you') : seatName(circle.seats, seat));
  const sums = [...points].filter(([, sum]) => sum > 0).map(([seat, sum]) => `${name(seat)} +${String(sum)}`);
  const told = events
    .filter(({ kind }) => kind === 'token_taken' || kind === 'keep_moved' || kind === 'pig_moved')
    .flatMap((event) => tellGame(event, circle) ?? []);
  return [...(sums.length > 0 ? [t('prompt.brings', { points: sums.join(', ') })] : []), ...told];
}
