// An open analysis board: the study, the position that is shown, and the search
// for its best turns.

import { TableSession } from '../lib/tableSession.svelte';
import { problemText } from '../lib/words';
import type { Place } from '../local/calls';
import { localClient, newClient } from '../local/client';
import { ANALYSIS, AnalysisConnection } from './connection';
import { Forecasts } from './forecast.svelte';
import { GameReview } from './review/review.svelte';
import { Study } from './study.svelte';
import type { Position, Ranking, TreeView } from './wire';

/** Budgets of the search for the best turns, in evaluated states. Between them
 * the worker handles other calls. */
const BUDGETS = [600, 4_000, 20_000] as const;
/** The same for each of the tiles that can be drawn. */
const BUDGETS_PER_TILE = [200, 2_000] as const;
/** Number of turns that are listed. */
const MOST = 8;
/** Number of positions that are kept. */
const KEPT = 60;

/** The panels beside the board. */
export const TABS = ['turns', 'best', 'tiles', 'review'] as const;
export type Tab = (typeof TABS)[number];

export class Analysis {
  readonly study: Study;
  readonly session: TableSession;
  readonly review: GameReview;
  readonly forecasts = new Forecasts(localClient);
  tab = $state<Tab>('turns');
  /** A turn to plan as soon as its position is shown. */
  planned: readonly string[] | null = null;
  position = $state.raw<Position | null>(null);
  /** The best turns of the player to act. */
  ranking = $state.raw<Ranking | null>(null);
  /** The best turns with each tile that can be drawn, by its action. */
  whatIf = $state.raw<ReadonlyMap<string, Ranking>>(new Map());
  /** True while a search runs. */
  isThinking = $state(false);
  /** True if best turns are shown. */
  isSearching = $state(true);
  readonly #connection: AnalysisConnection;
  readonly #known = new Map<string, Position>();
  /** Number of the latest change: searches for earlier positions stop. */
  #generation = 0;
  #isClosed = false;

  constructor(tree: Pick<TreeView, 'head' | 'tail' | 'nodes'>) {
    this.study = new Study(tree);
    this.review = new GameReview(this.study, newClient());
    let made: AnalysisConnection | null = null;
    this.session = new TableSession(ANALYSIS, null, (_, __, listener) => {
      const place = (): Place => ({ record: this.study.head, line: this.study.line });
      made = new AnalysisConnection(place, listener, (actions) => this.advance(actions));
      return made;
    });
    this.#connection = this.#made(made);
  }

  /** The table connects at once. */
  #made(connection: AnalysisConnection | null): AnalysisConnection {
    if (connection === null) throw new Error('the table has no connection');
    return connection;
  }

  close(): void {
    this.#isClosed = true;
    this.review.stop();
    this.forecasts.stop();
    this.session.close();
  }

  /** Shows the position of the study, and searches for its best turns. */
  async refresh(): Promise<void> {
    const generation = ++this.#generation;
    try {
      const position = await this.#load(this.study.line);
      if (generation !== this.#generation || this.#isClosed) return;
      this.position = position;
      this.ranking = null;
      this.whatIf = new Map();
      this.#connection.show(position);
      await this.search();
    } catch (caught) {
      this.session.messages.error = problemText(caught);
    }
  }

  /** Plays actions after the position: a draw, or the rest of a turn. */
  async advance(actions: readonly string[]): Promise<void> {
    const begun = [...this.study.begun, ...actions];
    const position = await this.#load([this.study.current.line, ...begun].filter((part) => part !== '').join(' '));
    const ranked = this.ranking?.turns.find((turn) => turn.actions.join(' ') === actions.join(' '));
    if (!position.is_between_turns) {
      this.study.begun = begun;
      return;
    }
    const before = await this.#load(this.study.current.line);
    this.study.play(begun.join(' '), before.game.turn);
    if (ranked?.is_searched === true) this.study.current.values = ranked.points;
  }

  /** Shows an alternative to a reviewed turn on the board. */
  showTurn(step: number, actions: readonly string[]): void {
    const before = this.study.line;
    this.review.goBefore(step);
    if (this.study.line === before) void this.session.turn.show(actions);
    else this.planned = actions;
  }

  /** Starts or stops the search for best turns. */
  setSearching(isOn: boolean): void {
    this.isSearching = isOn;
    if (isOn) void this.search().catch((caught: unknown) => (this.session.messages.error = problemText(caught)));
  }

  /** Searches for the best turns of the position that is shown, with growing
   * budgets. */
  async search(): Promise<void> {
    const { position } = this;
    if (!this.isSearching || position === null || position.is_over) return;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation && !this.#isClosed && this.isSearching;
    this.isThinking = true;
    try {
      if (position.offers !== null) await this.#rankTurns(isCurrent);
      else await this.#rankTiles(position, isCurrent);
    } finally {
      if (generation === this.#generation) this.isThinking = false;
    }
  }

  async #rankTurns(isCurrent: () => boolean): Promise<void> {
    for (const nodes of BUDGETS) {
      const ranking = await this.#rank(this.study.line, nodes, MOST);
      if (!isCurrent()) return;
      this.ranking = ranking;
    }
  }

  async #rankTiles({ draws }: Position, isCurrent: () => boolean): Promise<void> {
    for (const nodes of BUDGETS_PER_TILE) {
      for (const { action, tile } of draws) {
        if (tile === null) continue;
        const ranking = await this.#rank(`${this.study.line} ${action}`, nodes, 1);
        if (!isCurrent()) return;
        this.whatIf = new Map([...this.whatIf, [action, ranking]]);
      }
    }
  }

  #rank(line: string, nodes: number, most: number): Promise<Ranking> {
    return localClient.request('rank', { record: this.study.head, line, nodes, most });
  }

  async #load(line: string): Promise<Position> {
    const known = this.#known.get(line);
    if (known !== undefined) return known;
    const position = await localClient.request('position', { record: this.study.head, line });
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(line, position);
    return position;
  }
}
