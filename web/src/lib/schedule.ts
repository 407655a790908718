// When each part of a move is shown: the tile, the figure, completed features,
// points where they are won, figures on their way home, the pig on its wheel.

import type { FigureView, GameEvent, GameView, Place } from '../wire/wire';
import type { Sound } from './sound';

/** Something that is shown or heard, in milliseconds from the start of the move. */
export type Cue = { at: number } & (
  | { kind: 'sound'; sound: Sound }
  /** A completed feature lights up. */
  | { kind: 'light'; site: string; place: Place; seats: readonly number[] }
  /** Points appear; `row` is the number of others that appear at the same place before. */
  | { kind: 'points'; place: Place; row: number; seats: readonly number[]; points: number }
  /** A figure leaves for its owner's panel. Until then it stands where it was. */
  | { kind: 'home'; figure: FigureView }
  /** The pig comes to a sector; the last one has its effect. */
  | { kind: 'pig'; sector: string; isLast: boolean }
);

export interface Schedule {
  cues: readonly Cue[];
  /** When the next move may begin. */
  lasts: number;
}

export interface Circumstances {
  /** Whether the move was made at this screen: then its tile lies there already. */
  isOwn: boolean;
  /** The game after the move, for the places of keeps and markers. */
  game: GameView | null;
  /** The sector of the pig before the move. */
  pig: string | null;
  /** How long a plain move is shown, in milliseconds. */
  step: number;
}

/** The step that the other durations are meant for. */
export const NORMAL_STEP = 750;
const TILE = 240;
const FIGURE = 170;
const BUILDING = 200;
/** From the light on a feature to its points. */
const LIGHT = 140;
/** Between two scorings. */
const SCORING = 190;
/** Between two figures that go home together. */
const STAGGER = 70;
/** Before the pig walks, and on each sector. */
const PIG_WAITS = 260;
const PIG_STEP = 280;
/** How long the effect of a sector is looked at. */
const EFFECT = 420;

/** Points nearer to each other than that would overlap, so they are stacked: in
 * units of the board. */
const NEAR = 80;

/** The sectors clockwise, as the pig walks (WHEEL-4). */
export const SECTORS: readonly string[] = ['fortune', 'tax', 'famine', 'storm', 'inquisition', 'plague'];

/** Scorings of the end of the game: these are shown by the final tour. */
const AT_THE_END: ReadonlySet<string> = new Set(['game-end', 'token', 'keep', 'five-points']);

type Counted = Extract<GameEvent, { kind: 'scored' | 'awarded' }>;

/** Whether an event belongs to the final scoring. */
export const isFinal = (event: GameEvent): event is Counted =>
  (event.kind === 'scored' || event.kind === 'awarded') && AT_THE_END.has(event.reason);

/** The sectors the pig passes from one to another, the last one included. */
export function sectorsTo(from: string | null, to: string): string[] {
  const [start, end] = [SECTORS.indexOf(from ?? to), SECTORS.indexOf(to)];
  if (start === -1 || end === -1 || start === end) return [to];
  const steps = (end - start + SECTORS.length) % SECTORS.length;
  return Array.from({ length: steps }, (_, n) => SECTORS[(start + n + 1) % SECTORS.length] ?? to);
}

/** Where points without a feature are won: on the figure that goes home for
 * them, at the new barn, under the pig, at the keep. */
export function awardPlace(events: readonly GameEvent[], index: number, game: GameView | null): Place | null {
  const award = events[index];
  if (award?.kind !== 'awarded') return null;
  const before = events.slice(0, index);
  switch (award.reason) {
    case 'crown':
    case 'lady':
      for (const event of events.slice(index + 1)) {
        if (event.kind === 'figure_returned' && event.figure.seat === award.seat) return event.figure.at;
      }
      break;
    case 'barn':
      for (const event of before.reverse()) if (event.kind === 'barn_built') return event.at;
      break;
    case 'fortune':
    case 'storm':
    case 'inquisition':
      for (const event of before.reverse()) if (event.kind === 'pig_moved') return event.at;
      break;
    case 'keep':
      return game?.stronghold?.keeps[award.seat]?.at ?? null;
  }
  const marker = game?.stronghold?.markers[award.seat];
  if (marker) return marker.at;
  const laid = events.find((event) => event.kind === 'tile_placed');
  return laid?.kind === 'tile_placed' ? { x: laid.laid.cell.x * 100 + 50, y: laid.laid.cell.y * 100 + 50 } : null;
}

/** The sound of a completed feature. */
function completion(feature: string): Sound {
  if (feature === 'road' || feature === 'path') return 'road';
  return feature === 'city' || feature === 'house' || feature === 'tower' ? 'city' : 'monastery';
}

/** Arranges the events of a move in time. */
export function schedule(events: readonly GameEvent[], { isOwn, game, pig, step }: Circumstances): Schedule {
  const cues: Cue[] = [];
  const sound = (at: number, name: Sound): unknown => cues.push({ at, kind: 'sound', sound: name });
  const heaps: { place: Place; rows: number }[] = [];
  const points = (at: number, place: Place, seats: readonly number[], won: number): void => {
    let heap = heaps.find((one) => Math.hypot(one.place.x - place.x, one.place.y - place.y) < NEAR);
    if (heap === undefined) heaps.push((heap = { place, rows: 0 }));
    cues.push({ at, kind: 'points', place: heap.place, row: heap.rows, seats, points: won });
    heap.rows += 1;
  };
  let now = 0;
  /** When figures that go home leave. */
  let leave = 0;
  let isPigDone = false;
  events.forEach((event, index) => {
    switch (event.kind) {
      case 'tile_placed':
        if (isOwn) return;
        sound(now, 'tile');
        now += TILE;
        return;
      case 'figure_placed':
        if (isOwn) return;
        sound(now, 'figure');
        now += FIGURE;
        return;
      case 'castle_built':
      case 'barn_built':
      case 'keep_moved':
        sound(now, 'build');
        now += BUILDING;
        return;
      case 'token_taken':
        sound(now, 'token');
        now += BUILDING;
        return;
      case 'tile_discarded':
        sound(now, 'discard');
        now += BUILDING;
        return;
      case 'scored': {
        if (AT_THE_END.has(event.reason)) return;
        if (event.reason === 'completed') {
          cues.push({ at: now, kind: 'light', site: event.site, place: event.at, seats: event.winners });
          sound(now, completion(event.feature));
        } else {
          sound(now, 'points');
        }
        if (event.points > 0 && event.winners.length > 0) points(now + LIGHT, event.at, event.winners, event.points);
        now += SCORING;
        leave = Math.max(leave, now + LIGHT);
        return;
      }
      case 'awarded': {
        const place = awardPlace(events, index, game);
        if (AT_THE_END.has(event.reason) || place === null || event.points === 0) return;
        sound(now, 'points');
        points(now, place, [event.seat], event.points);
        now += SCORING;
        leave = Math.max(leave, now);
        return;
      }
      case 'figure_returned':
        leave = Math.max(leave, now);
        cues.push({ at: leave, kind: 'home', figure: event.figure });
        sound(leave, 'home');
        leave += STAGGER;
        return;
      case 'pig_moved': {
        now = Math.max(now, leave) + PIG_WAITS;
        const way = sectorsTo(pig, event.sector);
        way.forEach((sector, n) => {
          cues.push({ at: now, kind: 'pig', sector, isLast: n === way.length - 1 });
          sound(now, 'pig');
          now += PIG_STEP;
        });
        isPigDone = true;
        return;
      }
      default:
    }
  });
  // The pig is chance, not part of the move: it takes its own time.
  const needed = isPigDone ? Math.max(now, leave) + EFFECT : 0;
  const factor = step / NORMAL_STEP;
  return {
    cues: cues.map((cue) => ({ ...cue, at: Math.round(cue.at * factor) })),
    lasts: Math.round(Math.max(step, needed * factor)),
  };
}
