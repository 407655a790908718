// The games of bots on a deck, played one after another by a worker of its own, so
// that the page stays usable.

import { problemText } from '../lib/words';
import type { LocalClient } from '../local/client';
import type { Margins, Results } from './results.svelte';
import type { DeckView } from './wire';

export class BotGames {
  margins = $state.raw<Margins>({});
  problem = $state<string | null>(null);
  readonly #deck: DeckView;
  readonly #day: number;
  readonly #results: Pick<Results, 'bots' | 'addBots'>;
  readonly #client: Pick<LocalClient, 'request' | 'close'>;
  /** Number of the latest run: earlier ones stop. */
  #run = 0;

  constructor(
    deck: DeckView,
    day: number,
    results: Pick<Results, 'bots' | 'addBots'>,
    client: Pick<LocalClient, 'request' | 'close'>,
  ) {
    [this.#deck, this.#day, this.#results, this.#client] = [deck, day, results, client];
    this.margins = results.bots({ game: deck.game, day });
  }

  /** Numbers of games that were played, and of all games. */
  progress = $derived.by(() => {
    const { levels } = this.#deck;
    const done = levels.map(({ level, games }) => Math.min(games, this.margins[level]?.length ?? 0));
    return {
      done: done.reduce((sum, n) => sum + n, 0),
      of: levels.reduce((sum, { games }) => sum + games, 0),
    };
  });

  isComplete = $derived.by(() => this.progress.done === this.progress.of);

  /** Plays the missing games, those of the fastest level first. */
  async start(): Promise<void> {
    const run = ++this.#run;
    const { game, levels } = this.#deck;
    this.problem = null;
    try {
      for (const { level, bot, games } of levels) {
        for (let step = this.margins[level]?.length ?? 0; step < games; step++) {
          const margin = await this.#client.request('daily_game', { name: game, day: this.#day, bot, step });
          if (run !== this.#run) return;
          this.margins = { ...this.margins, [level]: [...(this.margins[level] ?? []), margin] };
        }
        this.#results.addBots({ game, day: this.#day }, this.margins);
      }
    } catch (caught) {
      if (run !== this.#run) return;
      this.problem = problemText(caught);
    }
    this.stop();
  }

  /** Ends the worker. Games of a level that is not complete are kept in memory. */
  stop(): void {
    this.#run += 1;
    this.#client.close();
  }
}
