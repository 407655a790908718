// The analysis board and puzzles as a table: components of tables then work there
// too. The page decides about a turn that is confirmed.

import { PROTOCOL, type Answer, type Command, type Done, type Question, type TableView } from '../wire/wire';
import type { Listener, TableConnection } from '../lib/connection';
import { localClient } from '../local/client';
import type { Place } from '../local/calls';
import type { Position } from './wire';

/** Id of the table, which no other has. */
export const ANALYSIS = 'local-analysis';

const viewOf = ({ game, seats, standing }: Position, yours: readonly number[], revision: number): TableView => ({
  id: ANALYSIS,
  seq: 0,
  revision,
  phase: { kind: 'playing' },
  seats,
  yours: [...yours],
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
  readonly #place: () => Place;
  readonly #listener: Listener;
  readonly #play: (actions: readonly string[]) => Promise<void>;
  #revision = 0;

  /** `place` returns the position that is shown, and `play` plays a turn there. */
  constructor(place: () => Place, listener: Listener, play: (actions: readonly string[]) => Promise<void>) {
    this.#place = place;
    this.#listener = listener;
    this.#play = play;
    listener.state('open');
  }

  /** Shows a position. All seats belong to the reader, unless there is only one. */
  show(position: Position, yours: readonly number[] = position.seats.map((_, n) => n)): void {
    // Unlike those of earlier visits, of which the browser may remember a turn.
    this.#revision = Math.max(this.#revision + 1, Date.now());
    this.#listener.message({
      type: 'welcome',
      protocol: PROTOCOL,
      server: '',
      now: Date.now(),
      table: viewOf(position, yours, this.#revision),
      offers: position.offers,
      unseen: null,
    });
  }

  async command(command: Command): Promise<Done> {
    if (command.kind === 'play') await this.#play(command.actions);
    return { seq: 0, revision: this.#revision };
  }

  ask(question: Question): Promise<Answer> {
    return localClient.request('ask', { ...this.#place(), question });
  }

  close(): void {
    this.#listener.state('closed');
  }
}
