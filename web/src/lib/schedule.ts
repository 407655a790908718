// Timing of the parts of a move: tile, figure, completed features, points where
// they are scored, returning figures, pieces that walk.

import {
  FINAL_AWARDS,
  type AwardName,
  type BoardPoint,
  type EventView,
  type FigureView,
  type GameView,
  type ScoringReason,
  type TerrainName,
} from '../wire/wire';
import { sourceOf, walkOf, type Change, type WalkStep } from './expansionEvents';
import { isSpecial } from './narrations';
import type { Sound } from './sound';

/** A visual effect or a sound; `at` is in milliseconds from the start of the
 * move. */
export type Cue = { at: number } & (
  | { kind: 'sound'; sound: Sound }
  /** A completed feature lights up. */
  | { kind: 'light'; site: string; place: BoardPoint; seats: readonly number[] }
  /** Points appear; `row` is the number of earlier ones at the same place. */
  | { kind: 'points'; place: BoardPoint; row: number; seats: readonly number[]; points: number }
  /** A figure flies to its owner's panel. Until then it stays where it was. */
  | { kind: 'home'; figure: FigureView }
  /** A piece that was at `start` reaches a space. */
  | { kind: 'walk'; start: Change | null; step: WalkStep; isLast: boolean }
);

export interface Schedule {
  cues: readonly Cue[];
  /** Time until the next move may begin, in milliseconds. */
  lasts: number;
}

export interface Circumstances {
  /** True if the move was made on this screen: its tile is already displayed. */
  isOwn: boolean;
  /** The game after the move, for the positions of keeps and markers. */
  game: GameView | null;
  /** The game before the move, if it is known, for pieces that walk. */
  before?: GameView | null;
  /** Events before the move, if the game before it is not known. */
  earlier?: readonly EventView[];
  /** Duration of a plain move, in milliseconds. */
  step: number;
}

/** The value of `step` that the other durations refer to. */
export const NORMAL_STEP = 750;
const TILE = 240;
const FIGURE = 170;
const BUILDING = 200;
/** Delay from the light on a feature to its points. */
const LIGHT = 140;
/** Delay between two scorings. */
const SCORING = 190;
/** Delay between two figures that return together. */
const STAGGER = 70;
/** Delay before a piece walks, and time on each space. */
const WALK_WAITS = 260;
const WALK_STEP = 280;
/** Time the effect of the last space is shown. */
const EFFECT = 420;

/** Points closer together than this would overlap, so they are stacked; in
 * board units. */
const NEAR = 80;

/** Reasons of the final scoring, which `FinalTour` shows. */
const AT_THE_END: ReadonlySet<AwardName | ScoringReason> = new Set(['game-end', 'token', ...FINAL_AWARDS]);

type Counted = Extract<EventView, { kind: 'scored' | 'awarded' }>;

/** Returns true if an event belongs to the final scoring. */
export const isFinal = (event: EventView): event is Counted =>
  (event.kind === 'scored' || event.kind === 'awarded') && AT_THE_END.has(event.reason);

/** Returns the place of points that do not come from a feature: the piece or the
 * event they are named after, the keep, or the figure returned for them. */
export function awardPlace(events: readonly EventView[], index: number, game: GameView | null): BoardPoint | null {
  const award = events[index];
  if (award?.kind !== 'awarded') return null;
  if (award.reason === 'keep') return game?.stronghold?.keeps[award.seat]?.at ?? null;
  const marker = game?.stronghold?.markers[award.seat];
  if (marker) return marker.at;
  const sources = events
    .slice(0, index)
    .map((event) =>
      event.kind === 'piece_built' && event.piece === award.reason ? event.at : sourceOf(event, award.reason),
    );
  const source = sources.findLast((at) => at !== null);
  if (source) return source;
  const returned = events
    .slice(index + 1)
    .find((event) => event.kind === 'figure_returned' && event.figure.seat === award.seat);
  if (returned?.kind === 'figure_returned') return returned.figure.at;
  const laid = events.find((event) => event.kind === 'tile_placed');
  return laid?.kind === 'tile_placed' ? { x: laid.laid.cell.x * 100 + 50, y: laid.laid.cell.y * 100 + 50 } : null;
}

/** Sounds of completed features; the others sound like a monastery. */
const COMPLETION: Partial<Record<TerrainName, Sound>> = {
  road: 'road',
  path: 'road',
  city: 'city',
  house: 'city',
  tower: 'city',
};

/** Assigns a time to each event of a move. */
export function schedule(
  events: readonly EventView[],
  { isOwn, game, before = null, earlier = [], step }: Circumstances,
): Schedule {
  const cues: Cue[] = [];
  const sound = (at: number, name: Sound): unknown => cues.push({ at, kind: 'sound', sound: name });
  const heaps: { place: BoardPoint; rows: number }[] = [];
  const points = (at: number, place: BoardPoint, seats: readonly number[], won: number): void => {
    let heap = heaps.find((one) => Math.hypot(one.place.x - place.x, one.place.y - place.y) < NEAR);
    if (heap === undefined) heaps.push((heap = { place, rows: 0 }));
    cues.push({ at, kind: 'points', place: heap.place, row: heap.rows, seats, points: won });
    heap.rows += 1;
  };
  let now = 0;
  /** Time at which the next returning figure leaves. */
  let leave = 0;
  events.forEach((event, index) => {
    const walk = walkOf(event, { before, after: game, earlier });
    if (walk !== null) {
      now = Math.max(now, leave) + WALK_WAITS;
      walk.steps.forEach((step, n) => {
        cues.push({ at: now, kind: 'walk', start: walk.start, step, isLast: n === walk.steps.length - 1 });
        sound(now, 'step');
        now += WALK_STEP;
      });
      return;
    }
    if (isSpecial(event)) return;
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
      case 'piece_built':
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
          sound(now, COMPLETION[event.feature] ?? 'monastery');
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
      case 'tile_drawn':
      case 'figure_moved':
      case 'token_revealed':
      case 'token_used':
      case 'turn_began':
      case 'game_ended':
    }
  });
  // A walk is a chance event, not part of the move, so it gets extra time.
  const needed = cues.some(({ kind }) => kind === 'walk') ? Math.max(now, leave) + EFFECT : 0;
  const factor = step / NORMAL_STEP;
  return {
    cues: cues.map((cue) => ({ ...cue, at: Math.round(cue.at * factor) })),
    lasts: Math.round(Math.max(step, needed * factor)),
  };
}
