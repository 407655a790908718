// The turns of a game, one of which is shown.

import type { EventView, Scene } from '../wire/wire';
import type { Moment, Source } from './source';

export class RecordPlayer {
  readonly source: Source;
  at = $state(0);
  readonly of: number;
  #shown = $state.raw<Moment | null>(null);
  /** Scores of all seats after each turn, once all are loaded. */
  rows = $state.raw<number[][]>([]);
  #isClosed = false;

  constructor(source: Source) {
    this.source = source;
    this.of = source.outline.stops.length - 1;
  }

  get scene(): Scene | null {
    return this.#shown?.scene ?? null;
  }

  /** The events of the turn that is shown. */
  get events(): EventView[] {
    return this.#shown?.events ?? [];
  }

  /** Number of actions at the end of the turn that is shown. */
  get actions(): number {
    return this.source.outline.stops[this.at] ?? 0;
  }

  /** Shows the turn that contains action number `actions`, or the end of the
   * game. */
  async start(actions: number): Promise<void> {
    const wanted = Number.isInteger(actions) ? this.source.outline.stops.findIndex((stop) => stop >= actions) : -1;
    await this.go(wanted === -1 ? this.of : wanted);
    void this.#gather();
  }

  /** Shows a turn. If another one is requested while it loads, that one wins. */
  async go(wanted: number): Promise<void> {
    const at = Math.min(Math.max(0, wanted), this.of);
    this.at = at;
    const moment = await this.source.moment(at);
    if (this.at === at) this.#shown = moment;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Loads the scores of all turns, which also caches the turns for display. */
  async #gather(): Promise<void> {
    const rows: number[][] = [];
    try {
      for (let turn = 0; turn <= this.of && !this.#isClosed; turn += 1)
        rows.push((await this.source.moment(turn)).scene.game.scores);
      this.rows = rows;
    } catch {
      // The replay works without the chart.
    }
  }
}
