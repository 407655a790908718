// Messages between the page and the worker that hosts the engine.

import type {
  Answer,
  ClientMsg,
  ForecastView,
  NewTable,
  OutlookView,
  PuzzleAnswerView,
  PuzzleLine,
  PuzzleView,
  Question,
  RatedView,
  RatingView,
  ReviewStartView,
  ReviewStepView,
  ReviewView,
  Scenes,
  Seated,
  ServerMsg,
  TableView,
  Verdict,
} from '../wire/wire';
import {
  isForecast,
  isImportResult,
  isPosition,
  isRanking,
  isReview,
  isReviewStart,
  isReviewStep,
  type ImportResult,
  type Position,
  type Ranking,
} from '../analysis/wire';
import { areDecks, type DeckView } from '../daily/wire';
import { fits, TABLE } from '../lib/received';
import type { AnyProblem } from '../lib/request';
import { SCENES, SEATED, VERDICT } from '../lib/shapes';
import { arePuzzles, areRatings, isPuzzle, isPuzzleAnswer } from '../puzzles/wire';
import { isRescued, type Rescued } from './rescue';
import type { Fact, StoredTable } from './store';

/** The part of a table that is not stored. The page keeps a copy, so that the
 * game survives a failure of the worker. */
export interface UnsavedTable {
  table: StoredTable;
  /** False for games that are not meant to be stored, such as lessons. */
  isKept: boolean;
  /** True if earlier facts are stored. */
  isStored: boolean;
  /** The facts that are not stored, in order. */
  facts: Fact[];
}

/** A picture of the art modules. */
export type Picture =
  | { call: 'sprite'; set: string; theme: string }
  | { call: 'pieces'; theme: string }
  | { call: 'backdrop'; rules: string; theme: string }
  | { call: 'postcard'; record: string; theme: string; language: string };

/** A position of the analysis board: a record, and the actions after it. */
export interface Place {
  record: string;
  line: string;
}

/** The calls of the page, with their arguments. */
export interface Arguments {
  /** Loads the engine. */
  start: { engine: string; unsaved: readonly UnsavedTable[] };
  /** Checks that the worker responds. */
  ping: object;
  make: { id: string; table: NewTable; isKept: boolean };
  /** Sends a message to a table. The responses are events. */
  send: { table: string; message: ClientMsg };
  leave: { table: string };
  view: { table: string };
  record: { table: string };
  scenes: { of: { id: string } | { record: string }; from: number; to: number };
  verify: { table: string };
  log: { table: string };
  /** Reads as much as possible of a damaged table. */
  rescue: { table: string };
  draw: { art: string; picture: Picture };
  /** Reads a game in any format. */
  import: { text: string };
  position: Place;
  ask: Place & { question: Question };
  /** Ranks turns within a budget of evaluated states. */
  rank: Place & { nodes: number; most: number };
  /** Forecasts the result of the game from the end of the record. */
  forecast: { record: string };
  review_start: { record: string; nodes: number };
  review_step: { record: string; nodes: number; step: number };
  /** Adds up the steps of a review. */
  review: { record: string; start: OutlookView; steps: readonly ReviewStepView[] };
  /** Lists the puzzles of a file. */
  puzzles: { text: string };
  puzzle: { text: string };
  /** Returns the id of the puzzle of a day since 1970. */
  puzzle_daily: { text: string; day: number };
  puzzle_answer: { text: string; actions: readonly string[] };
  puzzle_rate: { solver: RatingView; puzzle: RatingView; score: number };
  /** Returns the daily decks of all games. */
  daily: { day: number };
  /** Plays a daily deck with a bot; returns its margin. */
  daily_game: { name: string; day: number; bot: string; step: number };
}

/** The results of these calls. */
export interface Results {
  start: number;
  ping: null;
  make: Seated;
  send: null;
  leave: null;
  view: TableView;
  record: string;
  scenes: Scenes;
  verify: Verdict;
  log: Fact[];
  rescue: Rescued;
  draw: string;
  import: ImportResult;
  position: Position;
  ask: Answer;
  rank: Ranking;
  forecast: ForecastView;
  review_start: ReviewStartView;
  review_step: ReviewStepView;
  review: ReviewView;
  puzzles: PuzzleLine[];
  puzzle: PuzzleView;
  puzzle_daily: string | null;
  puzzle_answer: PuzzleAnswerView;
  puzzle_rate: RatedView;
  daily: DeckView[];
  daily_game: number;
}

export type CallName = keyof Arguments;

/** A call with its number, which is returned with the result. */
export type Call = { [K in CallName]: { n: number; call: K; with: Arguments[K] } }[CallName];

/** An event at a table. */
export type HostEvent =
  | { kind: 'message'; table: string; message: ServerMsg }
  /** The table cannot be played any more. */
  | { kind: 'closed'; table: string; problem: AnyProblem }
  /** Facts of the table could not be stored. */
  | { kind: 'unsaved'; unsaved: UnsavedTable }
  /** All facts of the table are stored again. */
  | { kind: 'saved'; table: string };

/** What the worker sends. */
export type Reply =
  | { kind: 'result'; n: number; result: unknown }
  | { kind: 'problem'; n: number; problem: AnyProblem }
  | { kind: 'event'; event: HostEvent };

/** A message to the other tabs: new facts of a table, or `null` if it was
 * deleted. */
export interface News {
  table: string;
  facts: readonly Fact[] | null;
}

/** Name of the channel for `News`. */
export const CHANNEL = 'bastide-local';

const isNull = (value: unknown): value is null => value === null;
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Checks of the results. */
export const RESULTS: { readonly [K in CallName]: (value: unknown) => value is Results[K] } = {
  start: isNumber,
  ping: isNull,
  make: (value): value is Seated => fits<Seated>(value, SEATED),
  send: isNull,
  leave: isNull,
  view: (value): value is TableView => fits<TableView>(value, TABLE),
  record: isText,
  scenes: (value): value is Scenes => fits<Scenes>(value, SCENES),
  verify: (value): value is Verdict => fits<Verdict>(value, VERDICT),
  log: (value): value is Fact[] => Array.isArray(value),
  rescue: isRescued,
  draw: isText,
  import: isImportResult,
  position: isPosition,
  ask: (value): value is Answer => fits<{ kind: string }>(value, { kind: 'string' }),
  rank: isRanking,
  forecast: isForecast,
  review_start: isReviewStart,
  review_step: isReviewStep,
  review: isReview,
  puzzles: arePuzzles,
  puzzle: isPuzzle,
  puzzle_daily: (value): value is string | null => value === null || isText(value),
  puzzle_answer: isPuzzleAnswer,
  puzzle_rate: areRatings,
  daily: areDecks,
  daily_game: isNumber,
};
