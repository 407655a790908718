// The last scoring of a game, step by step.

import type { GameEvent, TableEvent } from '../wire/wire';
import { isFinal } from '../lib/schedule';
import { addPoints } from '../lib/scores';

type Counted = Extract<GameEvent, { kind: 'scored' | 'awarded' }>;

/** One thing that is counted at the end. */
export interface FinalStep {
  event: Counted;
  /** What led to it: tokens that were used for it. */
  before: GameEvent[];
  /** Everybody's points with it. */
  scores: number[];
  /** What each gets by it. */
  gains: number[];
}

/** What was counted at the end of a game that has these scores now. */
export function finalSteps(events: readonly TableEvent[], scores: readonly number[]): FinalStep[] {
  const steps: FinalStep[] = [];
  let before: GameEvent[] = [];
  for (const event of events.flatMap(({ what }) => (what.kind === 'moved' ? what.events : []))) {
    if (event.kind === 'token_used') before.push(event);
    else if (isFinal(event)) steps.push({ event, before, ...given(event, scores.length) });
    if (event.kind !== 'token_used') before = [];
  }
  // Backwards from the result, so that points from before the record count.
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
