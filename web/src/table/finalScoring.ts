// The final scoring of a game, step by step.

import type { EventView, TableEvent } from '../wire/wire';
import { isFinal } from '../lib/schedule';
import { addPoints } from '../lib/scores';

type Counted = Extract<EventView, { kind: 'scored' | 'awarded' }>;

/** A step of the final scoring. */
export interface FinalStep {
  event: Counted;
  /** Earlier events it depends on: tokens that were used for it. */
  before: EventView[];
  /** Scores of all seats after it. */
  scores: number[];
  /** Points each seat gains by it. */
  gains: number[];
}

/** Returns the final scoring of a game whose final scores are `scores`. */
export function finalSteps(events: readonly TableEvent[], scores: readonly number[]): FinalStep[] {
  const steps: FinalStep[] = [];
  let before: EventView[] = [];
  for (const event of events.flatMap(({ what }) => (what.kind === 'moved' ? what.events : []))) {
    if (event.kind === 'token_used') before.push(event);
    else if (isFinal(event)) steps.push({ event, before, ...given(event, scores.length) });
    if (event.kind !== 'token_used') before = [];
  }
  // Computed backwards from the result, so that points from before the log are
  // included.
  let now = [...scores];
  for (const step of [...steps].reverse()) {
    step.scores = now;
    now = now.map((points, seat) => points - (step.gains[seat] ?? 0));
  }
  return steps;
}

function given(event: Counted, seats: number): Pick<FinalStep, 'scores' | 'gains'> {
  const gains = new Array<number>(seats).fill(0);
  addPoints(gains, event);
  return { scores: [], gains };
}
