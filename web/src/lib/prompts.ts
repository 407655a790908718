// Texts of prompts, matching the offers, and summaries of a choice's results.

import type { EventView, OfferKind, Offers, TableView } from '../wire/wire';
import { either, keyOr, t, tOrGeneral, type Key } from './i18n.svelte';
import { tellGame, type Perspective } from './narrate';
import { isSpecial } from './narrations';
import { isYou, seatName, seatNames } from './words';

/** A prompt and additional sentences; small screens show only the prompt. */
export interface PromptText {
  ask: string;
  more: string[];
}

/** Maximum number of actions listed in one prompt. */
const MAX_ACTIONS = 3;

const FIGURE: Key = 'prompt.action.figure';

/** The order in which actions are listed. */
const ORDER = ['deploy', 'build', 'recall'].map((kind) => `prompt.action.${kind}.`);
const rank = (action: Key): number => ORDER.findIndex((start) => action.startsWith(start));

/** Returns the text of an action; placing figures on the pieces of some
 * expansions has its own. */
function actionOf(what: OfferKind): Key | null {
  switch (what.kind) {
    case 'deploy':
      return keyOr(`prompt.action.deploy.${what.feature}`, FIGURE);
    case 'build':
      return `prompt.action.build.${what.piece}`;
    case 'recall':
      return keyOr(`prompt.action.recall.${what.role}`, 'prompt.action.recall.other');
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

/** Lists the possible actions in one question. */
function afterTile(kinds: readonly OfferKind[]): PromptText {
  const actions = [...new Set(kinds.flatMap((what) => actionOf(what) ?? []))].sort((a, b) => rank(a) - rank(b));
  const ask =
    actions.length === 0 || actions.length > MAX_ACTIONS
      ? t('prompt.after_tile.many')
      : capital(t('prompt.after_tile', { actions: either(actions.map((action) => t(action))) }));
  const moves = kinds.flatMap((what) => (what.kind === 'build' && what.figure !== null ? [what.piece] : []));
  if (moves[0] && moves[1])
    return { ask, more: [tOrGeneral(`prompt.action.build.${moves[0]}.movers`, 'prompt.after_tile.spots')] };
  const isOnTile = actions.every((action) => action === FIGURE);
  return { ask, more: [t(isOnTile ? 'prompt.after_tile.more' : 'prompt.after_tile.spots')] };
}

/** Returns true on devices whose primary pointer can hover, such as a mouse. */
const hasMouse = (): boolean => matchMedia('(hover: hover)').matches;

/** Returns the prompt for the player at this screen. */
export function promptFor({ seat, prompt, offers }: Offers, perspective: Perspective): PromptText {
  const kinds = offers.map(({ what }) => what);
  if (prompt === 'lay_tile') {
    return {
      ask: t('prompt.lay_tile'),
      more: hasMouse()
        ? [t('prompt.lay_tile.mouse'), t('prompt.lay_tile.mouse.turn')]
        : [t('prompt.lay_tile.more'), t('prompt.lay_tile.turn')],
    };
  }
  if (prompt === 'after_tile') return afterTile(kinds);
  if (prompt === 'scoring_order') {
    const leaders = [...new Set(kinds.flatMap((what) => (what.kind === 'settle' ? what.leaders : [])))];
    if (leaders.length > 0 && !leaders.includes(seat))
      return { ask: t('prompt.scoring_order.theirs', { name: seatNames(perspective, leaders) }), more: [] };
  }
  if (prompt === 'use_token') {
    const tokens = kinds.flatMap((what) => (what.kind === 'use_token' ? [what.token] : []));
    const isTurn = tokens.length > 0 && tokens.every((token) => token === 1);
    const isStarred = kinds.some(({ kind }) => kind === 'settle');
    return {
      ask: t(isTurn ? 'prompt.use_token.turn' : 'prompt.use_token'),
      more: [...(isStarred ? [t('prompt.use_token.without')] : []), t('prompt.use_token.more')],
    };
  }
  // Prompts of expansions have no special cases.
  return { ask: t(`prompt.${prompt}`), more: [t(`prompt.${prompt}.more`)] };
}

/** Returns a text about the decision that another player is making. */
export function waiting({ game, seats }: TableView): string {
  if (game.to_act === null) return '';
  const name = seatName(seats, game.to_act);
  return game.asked === null ? t('turn.thinking', { name }) : t(`prompt.wait.${game.asked}`, { name });
}

/** Returns the results of a turn as far as it is chosen: points first, then the
 * rest. */
export function resultTexts(events: readonly EventView[], perspective: Perspective): string[] {
  const points = new Map<number, number>();
  const add = (seat: number, more: number): unknown => points.set(seat, (points.get(seat) ?? 0) + more);
  for (const event of events) {
    if (event.kind === 'scored') event.winners.forEach((seat) => add(seat, event.points));
    else if (event.kind === 'awarded') add(event.seat, event.points);
  }
  const name = (seat: number): string =>
    isYou(perspective, seat) ? t('common.you') : seatName(perspective.seats, seat);
  const sums = [...points].filter(([, sum]) => sum > 0).map(([seat, sum]) => `${name(seat)} +${String(sum)}`);
  const told = events
    .filter((event) => event.kind === 'token_taken' || event.kind === 'keep_moved' || isSpecial(event))
    .flatMap((event) => tellGame(event, perspective) ?? []);
  return [...(sums.length > 0 ? [t('prompt.brings', { points: sums.join(', ') })] : []), ...told];
}
