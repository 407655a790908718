// Sentences about events.

import {
  CLAIMANTS,
  type Ending,
  type EventView,
  type Family,
  type FigureView,
  type ItemName,
  type Moderated,
  type RoleName,
  type TableEvent,
  type TableEventKind,
  type TermView,
  type Xy,
} from '../wire/wire';
import { colourOf } from './colours';
import { keyOr, listed, t, tOrGeneral } from './i18n.svelte';
import type { Move } from './moves';
import { isSpecial, SHARED_OUT, tellSpecial } from './narrations';
import { piecesOn } from './tilePieces';
import {
  botName,
  botPerson,
  colourName,
  givenName,
  isYou,
  openingNames,
  seatLabel,
  seatName,
  subject,
  tileName,
  type Perspective,
} from './words';

export type { Perspective };

/** Returns a cell as text, for screen readers. */
export function whereIs(cell: Xy, family: Family): string {
  if (family === 'stronghold') return t('at.inside', { x: cell.x + 1, y: cell.y + 1 });
  const upright = cell.y === 0 ? null : t(cell.y < 0 ? 'at.north' : 'at.south', { n: Math.abs(cell.y) });
  const across = cell.x === 0 ? null : t(cell.x < 0 ? 'at.west' : 'at.east', { n: Math.abs(cell.x) });
  if (upright !== null && across !== null) return t('at.two', { a: upright, b: across });
  const one = upright ?? across;
  return one === null ? t('at.start') : t('at.one', { a: one });
}

/** Returns a count of an item as text. */
const countWords = (item: ItemName | 'figure', n: number): string => t(`count.${item}`, { n });

function termsWords(tally: readonly TermView[]): string {
  return tally
    .map(({ item, count, each }) =>
      each === 1 ? countWords(item, count) : t('tally.term', { count: countWords(item, count), each }),
    )
    .join(t('tally.plus'));
}

/** Returns a sum with its terms: 5 tiles × 2 + 1 shield × 2 = 12. */
export function tallyWords(tally: readonly TermView[], points: number): string {
  if (tally.length === 0) return t('count.point', { n: points });
  return t('tally.sum', { terms: termsWords(tally), n: points });
}

type Scored = Extract<EventView, { kind: 'scored' }>;

/** Returns a sum that each of several figures scores: 2 knights × (2 shields +
 * 2 knights) = 8. */
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

/** Returns the number of figures in a role, and what they count as if that is
 * more. */
export function figureCount(role: RoleName, n: number, strength: number): string {
  const count = t(`count.${role}`, { n });
  return strength === n ? count : t('figures.large', { n, count, strength });
}

/** Returns the reason why the winners score, or `null`. */
export function whyWords(
  event: Pick<Scored, 'feature' | 'figures' | 'strength' | 'reason' | 'winners'>,
  perspective: Perspective,
): string | null {
  const { feature, figures, strength = figures, winners } = event;
  if (event.reason in SHARED_OUT) {
    return figures.filter((count) => count > 0).length > 1 ? t('why.no_majority') : null;
  }
  const most = Math.max(0, ...strength);
  if (most === 0) return null;
  const first = winners[0];
  // Equally strong figures of two players may differ in number.
  const numbers = new Set(figures.filter((_, seat) => strength[seat] === most));
  const [number = most] = numbers;
  const count = numbers.size > 1 ? t('figures.equal', { n: most }) : figureCount(CLAIMANTS[feature], number, most);
  if (first === undefined) return t('why.tie', { count });
  // Tied players score separately if not all of them get the same points.
  const tied = strength.filter((one) => one === most).length;
  if (tied === 1) {
    const isAlone = figures.every((count, seat) => seat === first || count === 0);
    if (isAlone) return isYou(perspective, first) ? null : t('why.only', subject(perspective, first));
    return t('why.most', { ...subject(perspective, first), count });
  }
  return t(tied === 2 ? 'why.both' : 'why.all', { count });
}

function scoredWords(event: Scored, perspective: Perspective): string {
  const { reason } = event;
  const first = event.winners[0];
  const who = first === undefined ? {} : subject(perspective, first);
  const general = keyOr(`scored.what.${reason}`, 'scored.what.other');
  const what = tOrGeneral(`scored.what.${reason}.${event.feature}`, general, who);
  if (event.points === 0) return t('scored.nothing', { what });
  const sum = reason in SHARED_OUT ? sharedWords(event) : tallyWords(event.tally, event.points);
  const why = whyWords(event, perspective);
  const told =
    first === undefined
      ? t('scored.nobody', { what, sum })
      : event.winners.length > 1
        ? t('scored.each', { what, sum, names: openingNames(perspective, event.winners) })
        : isYou(perspective, first)
          ? t('scored.you', { what, sum })
          : t('scored.one', { what, sum, ...who });
  return why === null ? told : `${told} ${why}`;
}

/** Returns a sentence about an event of the game, or `null` if it needs none. */
export function tellGame(event: EventView, perspective: Perspective): string | null {
  const { seats, family } = perspective;
  if (isSpecial(event)) return tellSpecial(event, { of: (seat) => subject(perspective, seat) });
  switch (event.kind) {
    case 'tile_drawn':
      return null;
    case 'tile_discarded':
      return t('event.tile_discarded');
    case 'tile_placed': {
      const params = { ...subject(perspective, event.seat), where: whereIs(event.laid.cell, family) };
      const piece = piecesOn(event.laid)[0]?.piece;
      return t(piece === undefined ? 'event.tile_placed' : `event.tile_placed.${piece}`, params);
    }
    case 'figure_placed':
      return figureWords('placed', event.figure, perspective);
    case 'figure_returned':
      return figureWords('returned', event.figure, perspective);
    case 'figure_moved': {
      const who = subject(perspective, event.figure.seat);
      return tOrGeneral(`event.moved.${event.figure.role}`, 'event.moved.other', who);
    }
    case 'piece_built':
      return t(`event.piece_built.${event.piece}`, subject(perspective, event.seat));
    case 'scored':
      return scoredWords(event, perspective);
    case 'awarded': {
      const params = {
        ...subject(perspective, event.seat),
        sum: tallyWords(event.tally, event.points),
        n: event.points,
      };
      return t(`awarded.${event.reason}`, params);
    }
    case 'token_taken':
      return t('event.token_taken', subject(perspective, event.seat));
    case 'token_revealed':
      return t('event.token_revealed', { ...subject(perspective, event.seat), token: tokenName(event.token) });
    case 'token_used':
      return t('event.token_used', { ...subject(perspective, event.seat), token: tokenName(event.token) });
    case 'keep_moved':
      return t('event.keep_moved', { ...subject(perspective, event.seat), n: event.size });
    case 'turn_began':
      return isYou(perspective, event.seat)
        ? t('event.turn_began.you')
        : t('event.turn_began', { name: seatName(seats, event.seat) });
    case 'game_ended': {
      const [first] = event.winners;
      if (event.winners.length !== 1 || first === undefined)
        return t('event.game_ended.several', { names: openingNames(perspective, event.winners) });
      return isYou(perspective, first)
        ? t('event.game_ended.you')
        : t('event.game_ended.one', { name: seatName(seats, first) });
    }
  }
}

/** Returns a sentence about a figure; some kinds have one of their own in all
 * roles. */
const figureWords = (
  verb: 'placed' | 'returned',
  { figure, role, seat }: FigureView,
  perspective: Perspective,
): string =>
  tOrGeneral(`event.${verb}.as.${figure}`, `event.${verb}.${role}`, {
    ...subject(perspective, seat),
    role: t(`role.${role}`),
  });

/** Returns the name of a token by its kind. */
export const tokenName = (token: number): string => tOrGeneral(`token.${token}.name`, 'count.token', { n: 1 });
/** Returns the effect of a token. */
export const tokenAbout = (token: number): string => tOrGeneral(`token.${token}.about`, null);

/** Returns the sentence parameters for a name from an event, or the colour of
 * the seat if the name is empty. */
const told = (name: string, seat: number | undefined, perspective: Perspective): { name: string; you: number } => {
  const at = seat ?? -1;
  return { name: name || seatName(perspective.seats, at), you: Number(isYou(perspective, at)) };
};

/** Returns a sentence about an event of the table, without the game events in
 * it. */
export function tellTable(what: TableEventKind, perspective: Perspective): string | null {
  const { seats } = perspective;
  const who = (seat: number): { name: string; you: number } => subject(perspective, seat);
  switch (what.kind) {
    case 'made':
      return t('table_event.made');
    case 'sat':
      return t('table_event.sat', told(what.name, what.seats[0], perspective));
    case 'left':
      return t('table_event.left', told(what.name, what.seat, perspective));
    case 'renamed':
      return isYou(perspective, what.seat)
        ? null
        : t('table_event.renamed', { name: what.name, other: colourName(colourOf(seats, what.seat)) });
    case 'began':
      return t('table_event.began', who(what.first));
    case 'bot_set':
      return what.level === null ? null : t('table_event.sat', { name: botPerson(what.level, what.seat) });
    case 'sealed':
      return null;
    case 'reseeded':
      return t('table_event.reseeded');
    case 'deal_discarded':
      return t('table_event.deal_discarded', { n: what.seats.length });
    case 'noted':
    case 'person_erased':
    case 'moved':
      return null;
    case 'took_back':
      return t('table_event.took_back', who(what.seat));
    case 'proposed': {
      const other = what.what.kind === 'bot' ? seatName(seats, what.what.seat) : '';
      return t(`table_event.proposed.${what.what.kind}`, { ...who(what.seat), other });
    }
    case 'agreed':
      return t('table_event.agreed', who(what.seat));
    case 'declined':
      return t('table_event.declined', who(what.seat));
    case 'said':
      return t('table_event.said', { ...told(what.name, what.seat ?? undefined, perspective), text: what.text });
    case 'bot_took_over':
      return t('table_event.bot_took_over', { bot: botName(what.level), ...personAt(what.seat, perspective) });
    case 'came_back':
      return t('table_event.came_back', who(what.seat));
    case 'resigned':
      return t('table_event.resigned', personAt(what.seat, perspective));
    case 'timed_out':
      return t('table_event.timed_out', personAt(what.seat, perspective));
    case 'moved_seat':
      return t('table_event.moved_seat', {
        name: listed(what.seats.map((seat) => seatName(seats, seat))),
        you: Number(isYou(perspective, what.seats[0] ?? -1)),
      });
    case 'moderated':
      return tellModerated(what.what);
    case 'closed':
      return t('table_event.closed', { reason: what.reason });
    case 'rematch_made':
      return t('table_event.rematch_made');
    case 'over':
      return null;
  }
}

/** Returns the sentence parameters for the person of a seat, even while a bot
 * replaces them. */
function personAt(seat: number, perspective: Perspective): { name: string; you: number } {
  const who = perspective.seats[seat]?.who;
  if (who?.kind !== 'bot' || who.instead_of === null) return subject(perspective, seat);
  return {
    name: givenName(who.instead_of, colourName(colourOf(perspective.seats, seat))),
    you: Number(isYou(perspective, seat)),
  };
}

/** Returns a sentence about how the game ended and who caused it. */
export function endingWords(ending: Ending, events: readonly TableEvent[], perspective: Perspective): string {
  const cause = events.findLast(({ what }) => what.kind === ending)?.what;
  return t(
    `table_event.over.${ending}`,
    cause && 'seat' in cause && cause.seat !== null ? personAt(cause.seat, perspective) : {},
  );
}

/** Returns a sentence about a moderation action of the table's creator. */
function tellModerated(what: Moderated): string {
  switch (what.kind) {
    case 'kicked':
      return t('table_event.moderated.kicked', { name: what.name });
    case 'readmitted':
      return t('table_event.moderated.readmitted', { name: what.name });
    case 'muted':
      return t(what.is_muted ? 'table_event.moderated.muted' : 'table_event.moderated.unmuted', { name: what.name });
    case 'watcher_chat':
      return t(what.is_open ? 'table_event.moderated.chat_open' : 'table_event.moderated.chat_closed');
  }
}

/** Returns the game events within an event of the table. */
export function gameEvents(what: TableEventKind): readonly EventView[] {
  return what.kind === 'moved' || what.kind === 'began' ? what.events : [];
}

/** An entry of the history. */
export interface Entry {
  seq: number;
  at: number;
  /** The acting seat, for its colour. */
  seat: number | null;
  title: string;
  lines: string[];
  /** The cell where a tile was placed. */
  cell: Xy | null;
  /** True if the entry is a move. */
  isMove: boolean;
}

/** Returns the history, newest last. */
export function history(events: readonly TableEvent[], perspective: Perspective): Entry[] {
  const entries: Entry[] = [];
  for (const { seq, at, what } of events) {
    if (what.kind === 'said') continue;
    const lines = gameEvents(what)
      .filter((event) => !isPassing(event))
      .flatMap((event) => tellGame(event, perspective) ?? []);
    const placed = gameEvents(what).find((event) => event.kind === 'tile_placed');
    const isMove = what.kind === 'moved';
    const told = what.kind === 'over' ? endingWords(what.ending, events, perspective) : tellTable(what, perspective);
    if (!isMove && told === null) continue;
    const title = isMove ? seatLabel(perspective, what.seat) : (told ?? '');
    entries.push({ seq, at, seat: isMove ? what.seat : null, title, lines, cell: placed?.laid.cell ?? null, isMove });
  }
  return entries;
}

/** Returns true for events that are redundant in the description of a move. */
const isPassing = ({ kind }: EventView): boolean => kind === 'turn_began' || kind === 'tile_drawn';

/** Returns a move in sentences. */
export function moveWords(move: Move, perspective: Perspective): string {
  return move.what.events
    .filter((event) => !isPassing(event))
    .flatMap((event) => tellGame(event, perspective) ?? [])
    .join(' ');
}

/** Returns a caption for a move that is animated: without the tile and
 * returning figures, which are visible. */
export function moveCaption(move: Move, perspective: Perspective): string {
  const told = move.what.events.filter(
    (event) => !isPassing(event) && event.kind !== 'tile_placed' && event.kind !== 'figure_returned',
  );
  const lines = told.flatMap((event) => tellGame(event, perspective) ?? []);
  return lines.length > 0 ? lines.join(' ') : t('event.tile_placed.seen', subject(perspective, move.what.seat));
}

/** Returns the announcement of events for screen readers. */
export function announcementOf(events: readonly TableEvent[], perspective: Perspective): string {
  const tell = (event: EventView): string | null =>
    event.kind === 'tile_drawn' && perspective.yours.includes(event.seat)
      ? `${t('a11y.tile_in_hand', { tile: tileName(event.tile, 0) })}.`
      : tellGame(event, perspective);
  return events
    .flatMap(({ what }) =>
      [
        (what.kind === 'over' ? endingWords(what.ending, events, perspective) : tellTable(what, perspective)) ?? [],
        gameEvents(what).flatMap((event) => tell(event) ?? []),
      ].flat(),
    )
    .join(' ');
}
