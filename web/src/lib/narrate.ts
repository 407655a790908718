// What happened, in sentences.

import type { GameEvent, Happening, Moderated, SeatView, TableEvent, TermView, Xy } from '../wire/wire';
import { listed, t, tOr } from './i18n.svelte';
import type { Move } from './moves';
import { botName, seatName, seatNames, tileName } from './words';

/** Who is told, and of whom. */
export interface Circle {
  seats: readonly SeatView[];
  yours: readonly number[];
  family: string;
}

/** A place in words, for whoever does not see it. */
export function whereIs(cell: Xy, family: string): string {
  if (family === 'stronghold') return t('at.inside', { x: cell.x + 1, y: cell.y + 1 });
  const upright = cell.y === 0 ? null : t(cell.y < 0 ? 'at.north' : 'at.south', { n: Math.abs(cell.y) });
  const across = cell.x === 0 ? null : t(cell.x < 0 ? 'at.west' : 'at.east', { n: Math.abs(cell.x) });
  if (upright !== null && across !== null) return t('at.two', { a: upright, b: across });
  const one = upright ?? across;
  return one === null ? t('at.start') : t('at.one', { a: one });
}

/** So many of something, in words. */
const countWords = (item: string, n: number): string => tOr(`count.${item.replace('-', '_')}`, `${String(n)} ${item}`, { n });

function termsWords(tally: readonly TermView[]): string {
  return tally.map(({ item, count, each }) =>
    (each === 1 ? countWords(item, count) : t('tally.term', { count: countWords(item, count), each }))).join(t('tally.plus'));
}

/** A sum, term by term: 5 tiles × 2 + 1 shield × 2 = 12. */
export function tallyWords(tally: readonly TermView[], points: number): string {
  if (tally.length === 0) return t('count.point', { n: points });
  return t('tally.sum', { terms: termsWords(tally), n: points });
}

type Scored = Extract<GameEvent, { kind: 'scored' }>;

/** Who counts where every figure is paid for itself, whoever has the most:
 * WHEEL-TAX and WHEEL-FAMINE. */
const SHARED_OUT: Readonly<Record<string, string>> = { tax: 'knight', famine: 'farmer' };

/** A sum that each of several figures brings: 2 knights × (2 shields + 2
 * knights) = 8. */
function sharedWords(event: Scored): string {
  const each = event.figures[event.winners[0] ?? -1] ?? 0;
  const isWhole = event.tally.every(({ count }) => count % each === 0);
  if (each < 2 || !isWhole) return tallyWords(event.tally, event.points);
  const terms = termsWords(event.tally.map((term) => ({ ...term, count: term.count / each })));
  const figures = countWords(SHARED_OUT[event.reason] ?? 'figure', each);
  return event.tally.length > 1
    ? t('tally.times_each', { figures, terms, n: event.points })
    : t('tally.sum', { terms: t('tally.term', { count: figures, each: terms }), n: event.points });
}

/** Why those who score do. */
export function whyWords(event: Pick<Scored, 'feature' | 'figures' | 'reason' | 'winners'>, { seats, yours }: Circle): string | null {
  const { feature, figures, winners } = event;
  if (event.reason in SHARED_OUT) {
    return figures.filter((count) => count > 0).length > 1 ? t('why.no_majority') : null;
  }
  const most = Math.max(0, ...figures);
  if (most === 0) return null;
  const first = winners[0];
  if (first === undefined) return tOr(`why.tie.${feature}`, '', { n: most }) || null;
  const name = seatName(seats, first);
  if (winners.length === 1) {
    const isAlone = figures.every((count, seat) => seat === first || count === 0);
    if (isAlone) return yours.length === 1 && yours[0] === first ? null : t('why.only', { name });
    return tOr(`why.most.${feature}`, '', { name, n: most }) || null;
  }
  return tOr(winners.length === 2 ? `why.both.${feature}` : `why.all.${feature}`, '', { n: most }) || null;
}

function scoredWords(event: Scored, circle: Circle): string {
  const { seats, yours } = circle;
  const reason = event.reason.replace('-', '_');
  const first = event.winners[0];
  const name = first === undefined ? '' : seatName(seats, first);
  const named = reason === 'completed' ? `scored.what.complete.${event.feature}` : `scored.what.${reason}.${event.feature}`;
  const what = tOr(named, tOr(`scored.what.${reason}`, t('scored.what.other')), { name });
  if (event.points === 0) return t('scored.nothing', { what });
  const sum = event.reason in SHARED_OUT ? sharedWords(event) : tallyWords(event.tally, event.points);
  const why = whyWords(event, circle);
  const told = first === undefined ? t('scored.nobody', { what, sum })
    : event.winners.length > 1 ? t('scored.each', { what, sum, names: seatNames(seats, event.winners) })
    : yours.length === 1 && yours[0] === first ? t('scored.you', { what, sum })
    : t('scored.one', { what, sum, name });
  return why === null ? told : `${told} ${why}`;
}

/** One thing that happened in the game; nothing if it goes without saying. */
export function tellGame(event: GameEvent, circle: Circle): string | null {
  const { seats, yours, family } = circle;
  const isYou = (seat: number): boolean => yours.length === 1 && yours[0] === seat;
  switch (event.kind) {
    case 'tile_drawn':
      return null;
    case 'tile_discarded':
      return t('event.tile_discarded');
    case 'tile_placed': {
      const params = { name: seatName(seats, event.seat), where: whereIs(event.laid.cell, family) };
      return t(event.laid.bridge === null ? 'event.tile_placed' : 'event.tile_placed.bridge', params);
    }
    case 'figure_placed':
      return figureWords('placed', event.figure.role, seatName(seats, event.figure.seat));
    case 'figure_returned':
      return figureWords('returned', event.figure.role, seatName(seats, event.figure.seat));
    case 'figure_moved': {
      const name = seatName(seats, event.figure.seat);
      return tOr(`event.moved.${event.figure.role}`, t('event.moved.other', { name }), { name });
    }
    case 'castle_built':
      return t('event.castle_built', { name: seatName(seats, event.seat) });
    case 'barn_built':
      return t('event.barn_built', { name: seatName(seats, event.seat) });
    case 'pig_moved':
      return tOr(`event.pig_moved.${event.sector}`, event.sector);
    case 'scored':
      return scoredWords(event, circle);
    case 'awarded': {
      const params = { name: seatName(seats, event.seat), sum: tallyWords(event.tally, event.points), n: event.points };
      return tOr(`awarded.${event.reason.replace('-', '_')}`, t('awarded.other', params), params);
    }
    case 'token_taken':
      return t('event.token_taken', { name: seatName(seats, event.seat) });
    case 'token_revealed':
      return t('event.token_revealed', { name: seatName(seats, event.seat), token: tokenName(event.token) });
    case 'token_used':
      return t('event.token_used', { name: seatName(seats, event.seat), token: tokenName(event.token) });
    case 'keep_moved':
      return t('event.keep_moved', { name: seatName(seats, event.seat), n: event.size });
    case 'turn_began':
      return isYou(event.seat) ? t('event.turn_began.you') : t('event.turn_began', { name: seatName(seats, event.seat) });
    case 'game_ended': {
      const [first] = event.winners;
      if (event.winners.length !== 1 || first === undefined) return t('event.game_ended.several', { names: seatNames(seats, event.winners) });
      return isYou(first) ? t('event.game_ended.you') : t('event.game_ended.one', { name: seatName(seats, first) });
    }
  }
}

function figureWords(verb: 'placed' | 'returned', role: string, name: string): string {
  return tOr(`event.${verb}.${role}`, t(`event.${verb}.meeple`, { name }), { name });
}

export const tokenName = (token: number): string => tOr(`token.${String(token)}.name`, String(token));

/** One thing that happened at the table, without what happened in the game. */
export function tellTable(what: Happening, { seats }: Circle): string | null {
  const name = (seat: number): string => seatName(seats, seat);
  switch (what.kind) {
    case 'made': return t('happening.made');
    case 'sat': return t('happening.sat', { name: what.name });
    case 'left': return t('happening.left', { name: what.name });
    case 'began': return t('happening.began', { name: name(what.first) });
    case 'bot_set': return what.level === null ? null : t('happening.sat', { name: botName(what.level) });
    case 'sealed': return null;
    case 'reseeded': return t('happening.reseeded');
    case 'deal_discarded': return t('happening.deal_discarded', { n: what.seats.length });
    case 'noted':
    case 'person_erased':
    case 'moved':
      return null;
    case 'took_back': return t('happening.took_back', { name: name(what.seat) });
    case 'proposed': {
      const other = what.what.kind === 'bot' ? name(what.what.seat) : '';
      return t(`happening.proposed.${what.what.kind}`, { name: name(what.seat), other });
    }
    case 'agreed': return t('happening.agreed', { name: name(what.seat) });
    case 'declined': return t('happening.declined', { name: name(what.seat) });
    case 'said': return t('happening.said', { name: what.name, text: what.text });
    case 'bot_took_over': return t('happening.bot_took_over', { bot: botName(what.level), name: name(what.seat) });
    case 'came_back': return t('happening.came_back', { name: name(what.seat) });
    case 'resigned': return t('happening.resigned', { name: name(what.seat) });
    case 'timed_out': return t('happening.timed_out', { name: name(what.seat) });
    case 'moved_seat': return t('happening.moved_seat', { name: listed(what.seats.map(name)) });
    case 'moderated': return tellModerated(what.what);
    case 'closed': return t('happening.closed', { reason: what.reason });
    case 'rematch_made': return t('happening.rematch_made');
    case 'over': return t(`happening.over.${what.ending}`);
  }
}

/** What the maker of the table has restricted or allowed. */
function tellModerated(what: Moderated): string {
  switch (what.kind) {
    case 'kicked': return t('happening.moderated.kicked', { name: what.name });
    case 'readmitted': return t('happening.moderated.readmitted', { name: what.name });
    case 'muted': return t(what.is_muted ? 'happening.moderated.muted' : 'happening.moderated.unmuted', { name: what.name });
    case 'watcher_chat': return t(what.is_open ? 'happening.moderated.chat_open' : 'happening.moderated.chat_closed');
  }
}

/** What happened in the game with something at the table. */
export function gameEvents(what: Happening): readonly GameEvent[] {
  return what.kind === 'moved' || what.kind === 'began' ? what.events : [];
}

/** An entry of the history. */
export interface Entry {
  seq: number;
  at: number;
  /** Who did it, for the colour. */
  seat: number | null;
  title: string;
  lines: string[];
  /** Where it was. */
  cell: Xy | null;
  /** How many actions of the game there were before and after it. */
  isMove: boolean;
}

/** The history, newest last. */
export function history(events: readonly TableEvent[], circle: Circle): Entry[] {
  const entries: Entry[] = [];
  for (const { seq, at, what } of events) {
    if (what.kind === 'said') continue;
    const lines = gameEvents(what)
      .filter((event) => !isPassing(event))
      .flatMap((event) => tellGame(event, circle) ?? []);
    const placed = gameEvents(what).find((event) => event.kind === 'tile_placed');
    const isMove = what.kind === 'moved';
    const told = tellTable(what, circle);
    if (!isMove && told === null) continue;
    const title = isMove ? seatName(circle.seats, what.seat) : (told ?? '');
    entries.push({ seq, at, seat: isMove ? what.seat : null, title, lines, cell: placed?.laid.cell ?? null, isMove });
  }
  return entries;
}

/** What goes without saying once a move is over. */
const isPassing = ({ kind }: GameEvent): boolean => kind === 'turn_began' || kind === 'tile_drawn';

/** A move in sentences. */
export function moveWords(move: Move, circle: Circle): string {
  return move.what.events.filter((event) => !isPassing(event)).flatMap((event) => tellGame(event, circle) ?? []).join(' ');
}

/** A move for whoever sees the tile come and figures go. */
export function moveCaption(move: Move, circle: Circle): string {
  const told = move.what.events.filter((event) => !isPassing(event) && event.kind !== 'tile_placed' && event.kind !== 'figure_returned');
  const lines = told.flatMap((event) => tellGame(event, circle) ?? []);
  return lines.length > 0 ? lines.join(' ') : t('event.tile_placed.seen', { name: seatName(circle.seats, move.what.seat) });
}

/** What a screen reader is told as it happens. */
export function announce(events: readonly TableEvent[], circle: Circle): string {
  const tell = (event: GameEvent): string | null =>
    event.kind === 'tile_drawn' && circle.yours.includes(event.seat)
      ? `${t('a11y.tile_in_hand', { tile: tileName(event.tile, 0) })}.`
      : tellGame(event, circle);
  return events.flatMap(({ what }) => [
    tellTable(what, circle) ?? [],
    gameEvents(what).flatMap((event) => tell(event) ?? []),
  ].flat()).join(' ');
}
