// The review of the game on the analysis board: one step after another, by a
// worker of its own, so that the board stays usable.

import type { ReviewStartView, ReviewStepView, ReviewView } from '../../wire/wire';
import { problemText } from '../../lib/words';
import type { LocalClient } from '../../local/client';
import type { Study } from '../study.svelte';
import { stepAt } from './chart';

/** Numbers of states that are evaluated for each decision. */
const NODES = { quick: 30_000, standard: 300_000, thorough: 1_000_000 } as const;
export type Depth = keyof typeof NODES;
export const DEPTHS: readonly Depth[] = ['quick', 'standard', 'thorough'];

/** Steps of a review that is not complete. */
interface Part {
  record: string;
  nodes: number;
  begun: ReviewStartView | null;
  steps: ReviewStepView[];
}

export class GameReview {
  depth = $state<Depth>('standard');
  /** The result. */
  view = $state.raw<ReviewView | null>(null);
  /** Numbers of finished steps and of all steps, while a review runs. */
  progress = $state.raw<{ done: number; of: number } | null>(null);
  problem = $state<string | null>(null);
  /** The record that `view` belongs to. */
  #record = $state('');
  /** The step that was chosen last. */
  #chosen = $state(0);
  #part: Part | null = null;
  /** Number of the latest review: earlier ones stop. */
  #run = 0;
  readonly #study: Study;
  readonly #client: Pick<LocalClient, 'request' | 'close'>;

  constructor(study: Study, client: Pick<LocalClient, 'request' | 'close'>) {
    this.#study = study;
    this.#client = client;
  }

  /** True if the main line has changed since the review. */
  isOutdated = $derived.by(() => this.view !== null && this.#study.game !== this.#record);

  /** Number of the step that is shown, or -1. */
  current = $derived.by(() => {
    const { view } = this;
    if (view === null || view.steps.length === 0) return -1;
    return stepAt(view.steps, this.#study.mainActions, this.#chosen);
  });

  /** Shows the position after a step. */
  go(step: number): void {
    const one = this.view?.steps[step];
    if (one === undefined) return;
    this.#chosen = step;
    this.#study.showAt(one.at + one.played.length);
  }

  /** Shows the position before the turn of a step, with its draw. */
  goBefore(step: number): void {
    const one = this.view?.steps[step];
    if (one === undefined) return;
    this.#chosen = step;
    this.#study.showAt(one.at);
  }

  /** Reviews the main line. A review that was stopped is continued. */
  async start(): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    const isStopped = (): boolean => run !== this.#run;
    const part = this.#partOf(this.#study.game, NODES[this.depth]);
    const { record, nodes, steps } = part;
    [this.view, this.problem] = [null, null];
    this.progress = { done: steps.length, of: part.begun?.steps ?? 0 };
    try {
      const begun = part.begun ?? (await this.#client.request('review_start', { record, nodes }));
      if (isStopped()) return;
      part.begun = begun;
      while (steps.length < begun.steps) {
        this.progress = { done: steps.length, of: begun.steps };
        const step = await this.#client.request('review_step', { record, nodes, step: steps.length });
        if (isStopped()) return;
        steps.push(step);
      }
      const view = await this.#client.request('review', { record, start: begun.start, steps });
      if (isStopped()) return;
      [this.view, this.#record, this.#chosen] = [view, record, 0];
    } catch (caught) {
      if (isStopped()) return;
      this.problem = problemText(caught);
    }
    this.stop();
  }

  /** Stops the review; does nothing if none runs. */
  stop(): void {
    this.#run += 1;
    this.progress = null;
    this.#client.close();
  }

  #partOf(record: string, nodes: number): Part {
    if (this.#part?.record !== record || this.#part.nodes !== nodes)
      this.#part = { record, nodes, begun: null, steps: [] };
    return this.#part;
  }
}
