// A table in the state last received from the server or from the engine on this
// device.

import type { Answer, Command, Done, GameView, Offers, Question, ServerMsg, TableEvent, TableView } from '../wire/wire';
import { isLocal } from '../local/ids';
import { connectors, type ConnectionState, type Listener, type TableConnection } from './connection';
import { loadExpansionTexts } from './i18n.svelte';
import type { AnyProblem } from './request';
import { seats } from './seats.svelte';
import { Socket } from './socket';
import { update } from './update.svelte';
import { loadTiles } from './words/tiles';

/** Callback for events as they arrive, with the game before them. */
export type EventObserver = (events: readonly TableEvent[], before: GameView | null) => void;

/** Maximum number of events kept in memory. */
const MOST_EVENTS = 2_000;

export class Table {
  readonly id: string;
  /** True if the game is played on this device, without a server. */
  readonly isLocal: boolean;
  connection = $state<ConnectionState>('connecting');
  view = $state.raw<TableView | null>(null);
  /** Own seats that are played by code, for example by a lesson: their offers
   * are hidden. */
  automatedSeats = $state.raw<readonly number[]>([]);
  #offers = $state.raw<Offers | null>(null);
  events = $state.raw<TableEvent[]>([]);
  /** The error that prevented or ended the connection to the table. */
  problem = $state.raw<AnyProblem | null>(null);
  /** Moves of other players that were made while this browser was
   * disconnected. */
  missed = $state.raw<readonly TableEvent[]>([]);
  /** True if another device took over the seat. */
  wasMoved = $state(false);
  /** True if the creator of the table removed this player from the seat. */
  wasRemoved = $state(false);
  /** True if the server's log no longer matches the receipt that it signed. */
  isLogChanged = $state(false);
  /** True if the game is on this device but cannot be stored. */
  isUnsaved = $state(false);
  /** Offset of the server's clock from the local clock, in milliseconds. */
  clockOffset = $state(0);

  readonly #local: typeof connectors.local;
  #link: TableConnection;
  #isContributing = false;
  /** Messages received while the texts about the game are loading. */
  #heldMessages: ServerMsg[] | null = null;
  readonly #observers = new Set<EventObserver>();

  /** `connect` connects to a table on this device. */
  constructor(id: string, name: string | null, connect = connectors.local) {
    this.id = id;
    this.isLocal = isLocal(id);
    this.#local = connect;
    this.#link = this.#connect(name);
  }

  /** The current offers. */
  offers = $derived(this.#offers !== null && this.automatedSeats.includes(this.#offers.seat) ? null : this.#offers);

  /** True if a player at this screen is to act. */
  isMine = $derived(this.offers !== null);

  async command(command: Command): Promise<Done> {
    const done = await this.#link.command(command);
    const { receipt } = done;
    if (receipt !== undefined)
      void import('./receipts').then(
        ({ keepReceipt }) => keepReceipt(receipt),
        () => undefined,
      );
    return done;
  }

  /** Compares the newest receipt with the server's current log. */
  async #checkReceipt(): Promise<void> {
    if (this.isLocal) return;
    try {
      const { keepKey, receiptOf } = await import('./receipts');
      const kept = receiptOf(this.id);
      if (kept === null) return;
      const { readChain, readKey } = await import('./api');
      if (kept.key === null) keepKey(await readKey());
      const { isOnChain } = await import('./fair/chain');
      if (!isOnChain(kept.receipt, await readChain(this.id))) this.isLogChanged = true;
    } catch {
      // Without a response nothing is known; the next welcome message checks
      // again.
    }
  }

  ask(question: Question): Promise<Answer> {
    return this.#link.ask(question);
  }

  /** Reconnects with the seats that this browser holds now. */
  reconnect(name: string | null): void {
    this.#link.close();
    this.problem = null;
    this.#link = this.#connect(name);
  }

  /** Closes the connection and removes all listeners. */
  close(): void {
    this.#link.close();
    this.#observers.clear();
  }

  /** Registers `observer` for all further events. Returns a function that
   * removes it. */
  subscribe(observer: EventObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  #connect(name: string | null): TableConnection {
    const listener: Listener = {
      state: (state) => (this.connection = state),
      message: (message) => this.#receiveWithTexts(message),
      // The server may have a newer build, which the page then reports.
      malformed: () => void update.check(),
      closed: (problem) => this.#close(problem, name),
      lastSeen: () => this.view?.seq ?? seats.seen(this.id),
      saved: (isSaved) => (this.isUnsaved = !isSaved),
    };
    return this.isLocal && this.#local !== null
      ? this.#local(this.id, name, listener)
      : new Socket(this.id, seats.token(this.id), name, listener);
  }

  /** Handles the end of the connection. A seat that moved to another device can
   * still be watched from here. */
  #close(problem: AnyProblem, name: string | null): void {
    // The last update contained the reason, and no further updates follow.
    if (problem.code === 'table/closed' && this.view !== null) return;
    if (problem.code === 'seat/removed') {
      seats.forget(this.id);
      this.wasRemoved = true;
      this.#link = this.#connect(name);
      return;
    }
    if (problem.code !== 'seat/bad_token' || seats.token(this.id) === null) {
      this.problem = problem;
      return;
    }
    seats.forget(this.id);
    this.wasMoved = true;
    this.#link = this.#connect(name);
  }

  /** Handles a message once the texts about the game are loaded, so that none is
   * missing when it is first shown. If they cannot be loaded, the game can still
   * be played, and the page reports that it is outdated. */
  #receiveWithTexts(message: ServerMsg): void {
    if (this.#heldMessages !== null) {
      this.#heldMessages.push(message);
      return;
    }
    const loading = message.type === 'welcome' ? textsAbout(message.table.game) : [];
    if (loading.length === 0) {
      this.#receive(message);
      return;
    }
    this.#heldMessages = [message];
    const release = (): void => {
      const held = this.#heldMessages ?? [];
      this.#heldMessages = null;
      for (const one of held) this.#receive(one);
    };
    void Promise.all(loading).then(release, release);
  }

  #receive(message: ServerMsg): void {
    if (!this.isLocal && (message.type === 'welcome' || message.type === 'update') && message.table.rematch !== null) {
      const { rematch } = message.table;
      seats.copyTo(this.id, rematch);
      const token = seats.token(rematch);
      if (token !== null)
        void import('./fair/rematch').then(
          ({ contributeAt }) => contributeAt(rematch, token),
          () => undefined,
        );
    }
    switch (message.type) {
      case 'welcome': {
        const before = this.view?.seq ?? null;
        const game = this.view?.game ?? null;
        this.clockOffset = message.now - Date.now();
        this.view = message.table;
        this.#offers = message.offers;
        this.events = message.table.events;
        if (before === null) {
          this.missed = missedBy(message.table, message.unseen);
        } else {
          this.#notify(
            message.table.events.filter((event) => event.seq > before),
            game,
          );
        }
        seats.markSeen(this.id, message.table.seq);
        void this.#contribute();
        void this.#checkReceipt();
        return;
      }
      case 'update': {
        const { table, events, offers } = message;
        const before = this.view?.game ?? null;
        const laid = [...(this.view?.game.laid.slice(0, message.laid_from) ?? []), ...table.game.laid];
        this.view = { ...table, game: { ...table.game, laid } };
        this.#offers = offers;
        this.events = [...this.events, ...events].slice(-MOST_EVENTS);
        this.#notify(events, before);
        seats.markSeen(this.id, table.seq);
        void this.#contribute();
        return;
      }
      case 'presence':
        if (this.view !== null) this.view = withPresence(this.view, message.here, message.watchers);
        return;
      case 'done':
      case 'refused':
      case 'answer':
      case 'no_answer':
      case 'closing':
        // The connection handles these.
        return;
    }
  }

  /** Contributes to the fair draws: commits to a salt, then reveals it. One
   * step per call; the response to each step is another update. */
  async #contribute(): Promise<void> {
    if (this.view === null || this.#isContributing) return;
    this.#isContributing = true;
    const { view } = this;
    try {
      const { contribute } = await import('./fair/salts');
      await contribute(view, (command) => this.#link.command(command));
    } catch {
      // Refused or disconnected: the next update shows the missing step.
    }
    this.#isContributing = false;
    if (this.view.seq !== view.seq) void this.#contribute();
  }

  #notify(events: readonly TableEvent[], before: GameView | null): void {
    if (events.length > 0) this.#observers.forEach((observer) => observer(events, before));
  }
}

/** Loads the texts about a game that are not loaded yet. */
const textsAbout = ({ rules, set }: GameView): Promise<unknown>[] =>
  [loadExpansionTexts(rules), loadTiles(set)].filter((loading) => loading !== null);

/** Returns the moves of other players from event number `unseen` on. */
function missedBy(view: TableView, unseen: number | null): TableEvent[] {
  if (unseen === null) return [];
  return view.events.filter(
    ({ seq, what }) => seq >= unseen && what.kind === 'moved' && !view.yours.includes(what.seat),
  );
}

/** Returns the table with updated presence of its players and watchers. */
function withPresence(view: TableView, here: readonly boolean[], watchers: number): TableView {
  const seated = view.seats.map((seat, n) => {
    if (seat.who.kind !== 'person') return seat;
    return { ...seat, who: { ...seat.who, is_here: here[n] ?? seat.who.is_here } };
  });
  return { ...view, seats: seated, watchers };
}
