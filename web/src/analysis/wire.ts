// Values of the engine for the analysis board (`docs/analysis-board.md`).

import type {
  EventView,
  ForecastView,
  GameView,
  Offers,
  OpenCell,
  OutlookView,
  ReasonView,
  ReviewPlayerView,
  ReviewStartView,
  ReviewStepView,
  ReviewView,
  SeatView,
  StandingView,
} from '../wire/wire';
import { fits, TABLE, type Shape } from '../lib/received';
import { isRecord } from '../lib/storage';

/** A possible draw. */
export interface Draw {
  /** The action in notation. */
  action: string;
  /** Name of the tile; `null` for a wall token. */
  tile: string | null;
  left: number;
}

/** A position of the analysis board. */
export interface Position {
  game: GameView;
  seats: SeatView[];
  offers: Offers | null;
  /** Events of the last turn. */
  events: EventView[];
  standing: StandingView[];
  /** Possible draws; empty if a player is to act. */
  draws: Draw[];
  openings: OpenCell[];
  position: string;
  is_between_turns: boolean;
  is_over: boolean;
}

/** A turn with its value. */
export interface RankedTurn {
  actions: string[];
  /** Expected final lead of the seat to act. */
  value: number;
  /** Expected final points of each seat. */
  points: number[];
  is_searched: boolean;
  reasons: ReasonView[];
}

/** The best turns of a position. */
export interface Ranking {
  seat: number | null;
  /** Number of legal turns. */
  of: number;
  turns: RankedTurn[];
}

/** A turn of an annotated record. */
export interface NodeView {
  parent: number;
  /** The seat whose turn it is; at the start of the game, the seat that begins. */
  seat: number;
  /** Its actions in notation, separated by spaces; empty for the start. */
  turn: string;
  name: string;
  comment: string;
  values: number[];
  is_unfinished: boolean;
}

/** An annotated record. */
export interface TreeView {
  head: string;
  tail: string;
  nodes: NodeView[];
  text: string;
}

/** A remark on an import. */
export interface ImportNote {
  code: string;
  values: Record<string, string | number>;
}

/** The reason why an input is not a game. */
export interface ImportRefusal {
  kind: 'refused';
  code: string;
  message: string;
  turn: number | null;
  line: number | null;
  path: string | null;
  is_illegal: boolean;
  legal: string | null;
}

export type ImportResult = { kind: 'imported'; format: string; notes: ImportNote[]; tree: TreeView } | ImportRefusal;

const POSITION: Partial<Shape<Position>> = {
  game: TABLE.game,
  seats: 'list',
  offers: 'object null',
  events: 'list',
  standing: 'list',
  draws: 'list',
  openings: 'list',
  position: 'string',
  is_between_turns: 'boolean',
  is_over: 'boolean',
};

export const isPosition = (value: unknown): value is Position => fits<Position>(value, POSITION);

export const isRanking = (value: unknown): value is Ranking =>
  fits<Ranking>(value, {
    seat: 'number null',
    of: 'number',
    turns: [{ actions: 'list', value: 'number', points: 'list', is_searched: 'boolean', reasons: 'list' }],
  });

const isTree = (value: unknown): value is TreeView =>
  fits<TreeView>(value, {
    head: 'string',
    tail: 'string',
    text: 'string',
    nodes: [
      {
        parent: 'number',
        seat: 'number',
        turn: 'string',
        name: 'string',
        comment: 'string',
        values: 'list',
        is_unfinished: 'boolean',
      },
    ],
  });

export function isImportResult(value: unknown): value is ImportResult {
  if (!isRecord(value)) return false;
  if (value.kind === 'refused')
    return fits<ImportRefusal>(value, { code: 'string', message: 'string', is_illegal: 'boolean' });
  return value.kind === 'imported' && Array.isArray(value.notes) && isTree(value.tree);
}

const OUTLOOK: Partial<Shape<OutlookView>> = { margin: 'list', win: 'list' };

export const isForecast = (value: unknown): value is ForecastView =>
  fits<ForecastView>(value, {
    ...OUTLOOK,
    margin_error: 'list',
    win_error: 'list',
    rollouts: 'number',
    is_calibrated: 'boolean',
  });

const STEP: Partial<Shape<ReviewStepView>> = {
  at: 'number',
  turn: 'number',
  seat: 'number',
  draws: 'list',
  played: 'list',
  best: OUTLOOK,
  after: OUTLOOK,
  lost: 'number',
  verdict: 'string',
  turns: [
    { actions: 'list', lost: 'number', error: 'number', is_equal: 'boolean', is_played: 'boolean', reasons: 'list' },
  ],
  luck: 'list',
  win_luck: 'list',
};

const PLAYER: Partial<Shape<ReviewPlayerView>> = {
  seat: 'number',
  start: 'number',
  luck: 'number',
  skill: 'number',
  margin: 'number',
  rate: 'number',
  inaccuracies: 'number',
  mistakes: 'number',
  blunders: 'number',
};

export const isReviewStart = (value: unknown): value is ReviewStartView =>
  fits<ReviewStartView>(value, { steps: 'number', start: OUTLOOK });

export const isReviewStep = (value: unknown): value is ReviewStepView => fits<ReviewStepView>(value, STEP);

export const isReview = (value: unknown): value is ReviewView =>
  fits<ReviewView>(value, {
    is_over: 'boolean',
    is_calibrated: 'boolean',
    start: OUTLOOK,
    end: OUTLOOK,
    steps: [STEP],
    players: [PLAYER],
    turning_points: 'list',
  });
