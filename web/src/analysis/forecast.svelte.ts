// Forecasts of the positions that are shown: chances of winning and expected
// margins, computed by the worker.

import type { ForecastView } from '../wire/wire';
import { problemText } from '../lib/words';
import type { LocalClient } from '../local/client';

/** Time for which a position is shown before it is forecast, in milliseconds:
 * positions that are only passed by are not. */
const DELAY = 120;
/** Number of forecasts that are kept. */
const KEPT = 100;

export class Forecasts {
  /** The forecast of the position; `null` while it is computed. */
  view = $state.raw<ForecastView | null>(null);
  problem = $state<string | null>(null);
  readonly #client: Pick<LocalClient, 'request'>;
  readonly #known = new Map<string, ForecastView>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest position: forecasts of earlier ones are not shown. */
  #run = 0;

  constructor(client: Pick<LocalClient, 'request'>) {
    this.#client = client;
  }

  /** Forecasts the last position of a record. */
  show(record: string): void {
    this.stop();
    const known = this.#known.get(record);
    [this.view, this.problem] = [known ?? null, null];
    if (known !== undefined) return;
    const run = this.#run;
    this.#timer = setTimeout(() => void this.#ask(record, run), DELAY);
  }

  /** Cancels the forecast that is being computed. */
  stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
  }

  async #ask(record: string, run: number): Promise<void> {
    try {
      // Without a number of rollouts: the default is the calibrated one.
      const view = await this.#client.request('forecast', { record });
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(record, view);
      if (run === this.#run) this.view = view;
    } catch (caught) {
      if (run === this.#run) this.problem = problemText(caught);
    }
  }
}
