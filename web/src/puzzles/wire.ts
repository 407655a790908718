// Checks of the engine's results about puzzles (`docs/analysis.md`).

import type { PuzzleAnswerView, PuzzleLine, PuzzleView, RatedView, RatingView } from '../wire/wire';
import { fits, type Shape } from '../lib/received';

const RATING: Shape<RatingView> = { rating: 'number', deviation: 'number', volatility: 'number' };

export const isRating = (value: unknown): value is RatingView => fits<RatingView>(value, RATING);

export const areRatings = (value: unknown): value is RatedView =>
  fits<RatedView>(value, { solver: RATING, puzzle: RATING });

export const arePuzzles = (value: unknown): value is PuzzleLine[] =>
  fits<{ all: PuzzleLine[] }>(
    { all: value },
    { all: [{ id: 'string', game: 'string', themes: 'list', rating: 'number', text: 'string' }] },
  );

export const isPuzzle = (value: unknown): value is PuzzleView =>
  fits<PuzzleView>(value, { seat: 'number', record: 'string', turns: 'list' });

export const isPuzzleAnswer = (value: unknown): value is PuzzleAnswerView =>
  fits<PuzzleAnswerView>(value, {
    is_right: 'boolean',
    lost: 'number',
    error: 'number',
    solution: 'list',
    solution_reasons: 'list',
    answer_reasons: 'list',
    refutation: 'object null',
  });
