// The analysis board as a table: components of tables then work there too. All
// seats belong to the reader, and a turn that is confirmed is added to the study.

import { PROTOCOL, type Answer, type Command, type Done, type Question, type TableView } from '../wire/wire';
import type { Listener, TableConnection } from '../lib/connection';
import { localClient } from '../local/client';
import type { Study } from './study.svelte';
import type { Position } from './wire';

/** Id of the table, which no other has. */
export const ANALYSIS = 'local-analysis';

const viewOf = ({ game, seats, standing }: Position, revision: number): TableView => ({
  id: ANALYSIS,
  seq: 0,
  revision,
  phase: { kind: 'playing' },
  seats,
  yours: seats.map((_, n) => n),
  is_creator: true,
  watchers: 0,
  visibility: 'private',
  aid: 'coach',
  undo: 'past_draws',
  stand_in: '',
  is_deal_known: true,
  commitment: null,
  deal: { stage: 'dealt', takes_salts: false, salts: [], until: null },
  clock: null,
  proposal: null,
  rematch: null,
  moderation: { is_watcher_chat_open: false, muted_seats: [], muted_watchers: [], removed: [], closed: null },
  game,
  standing,
  events: [],
});

export class AnalysisConnection implements TableConnection {
  readonly #study: Study;
  readonly #listener: Listener;
  readonly #play: (actions: readonly string[]) => Promise<void>;
  #revision = 0;

  constructor(study: Study, listener: Listener, play: (actions: readonly string[]) => Promise<void>) {
    this.#study = study;
    this.#listener = listener;
    this.#play = play;
    listener.state('open');
  }

  /** Shows a position. */
  show(position: Position): void {
    // Unlike those of earlier visits, of which the browser may remember a turn.
    this.#revision = Math.max(this.#revision + 1, Date.now());
    this.#listener.message({
      type: 'welcome',
      protocol: PROTOCOL,
      server: '',
      now: Date.now(),
      table: viewOf(position, this.#revision),
      offers: position.offers,
      unseen: null,
    });
  }

  async command(command: Command): Promise<Done> {
    if (command.kind === 'play') await this.#play(command.actions);
    return { seq: 0, revision: this.#revision };
  }

  ask(question: Question): Promise<Answer> {
    return localClient.request('ask', { record: this.#study.head, line: this.#study.line, question });
  }

  close(): void {
    this.#listener.state('closed');
  }
}
