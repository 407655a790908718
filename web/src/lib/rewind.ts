// Reconstruction of earlier states of a game for display.

import type { FigureView, EventView, GameView, BoardPoint, Xy } from '../wire/wire';
import { middle, TILE } from './geometry';
import { rewoundLand } from './expansionEvents';
import type { Move } from './moves';
import { isSpecial } from './narrations';
import { addPoints } from './scores';

const isAt = (a: BoardPoint, b: BoardPoint): boolean => a.x === b.x && a.y === b.y;

/** Returns true if a point is on an edge of a cell. */
function isBeside(at: BoardPoint, cell: Xy): boolean {
  const { x, y } = middle(cell);
  return Math.abs(at.x - x) + Math.abs(at.y - y) < TILE * 0.6;
}

type Told<Kind> = Extract<EventView, { kind: Kind }>;
const keepOf =
  (seat: number) =>
  (event: EventView): event is Told<'keep_moved'> =>
    event.kind === 'keep_moved' && event.seat === seat;

/** Returns the game as of event `seq`: tiles, figures, buildings,
 * state of expansions and scores. Tiles placed later keep their cells with an empty symbol, so
 * that the map keeps its size. */
export function rewound(game: GameView, moves: readonly Move[], seq: number): GameView {
  const events = moves
    .filter((move) => move.seq > seq)
    .flatMap((move) => move.what.events)
    .reverse();
  if (events.length === 0) return game;
  const cells = events.flatMap((event) => (event.kind === 'tile_placed' ? [event.laid.cell] : []));
  const laid = game.laid.map((tile) => (cells.some((cell) => isAt(cell, tile.cell)) ? { ...tile, symbol: '' } : tile));
  const earlier = moves.filter((move) => move.seq <= seq).flatMap((move) => move.what.events);
  const happened = (kind: EventView['kind'], at: BoardPoint): boolean =>
    events.some((event) => event.kind === kind && 'at' in event && isAt(event.at, at));
  const land = game.land && {
    ...rewoundLand(game.land, events, earlier),
    pieces: game.land.pieces.filter(({ at }) => !happened('piece_built', at)),
  };
  const stronghold = game.stronghold && {
    ...game.stronghold,
    corners: game.stronghold.corners.map((corner) =>
      happened('token_taken', corner.at) ? { ...corner, has_token: true } : corner,
    ),
    keeps: game.stronghold.keeps.map((keep, seat) => {
      const isIts = keepOf(seat);
      return events.some(isIts) ? (earlier.findLast(isIts) ?? null) : keep;
    }),
    walls: game.stronghold.walls.filter(({ at }) => !cells.some((cell) => isBeside(at, cell))),
  };
  return {
    ...game,
    laid,
    land,
    stronghold,
    figures: events.reduce(withoutEvent, [...game.figures]),
    scores: scoresBefore(game, events),
  };
}

function withoutEvent(figures: readonly FigureView[], event: EventView): FigureView[] {
  if (isSpecial(event)) return [...figures];
  switch (event.kind) {
    case 'figure_placed':
      return figures.filter((figure) => !isAt(figure.at, event.figure.at));
    case 'figure_returned':
      return [...figures, event.figure];
    case 'figure_moved':
      return figures.map((figure) => (isAt(figure.at, event.figure.at) ? { ...figure, at: event.from } : figure));
    case 'tile_drawn':
    case 'tile_discarded':
    case 'tile_placed':
    case 'piece_built':
    case 'scored':
    case 'awarded':
    case 'token_taken':
    case 'token_revealed':
    case 'token_used':
    case 'keep_moved':
    case 'turn_began':
    case 'game_ended':
      return [...figures];
  }
}

function scoresBefore(game: GameView, events: readonly EventView[]): number[] {
  const gained = game.scores.map(() => 0);
  events.forEach((event) => addPoints(gained, event));
  return game.scores.map((score, seat) => score - (gained[seat] ?? 0));
}
