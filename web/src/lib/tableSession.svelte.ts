// State of an open table page: panels, overlays, queries and announcements.

import { untrack } from 'svelte';

import type { AdviceView, FeatureView, FieldView, GameView, Place, StandingView, TableEvent, Xy } from '../wire/wire';
import { middle } from './geometry';
import { problemText } from './words';
import { Camera } from './camera.svelte';
import { cellOf, movesOf, sinceOwn, type Move } from './moves';
import { announcementOf, gameEvents, moveWords, type Perspective } from './narrate';
import { router } from './router.svelte';
import { play } from './sound';
import type { EventAnimator } from './eventAnimator.svelte';
import { Table } from './table.svelte';
import { t } from './i18n.svelte';
import { isSame, Turn } from './turn.svelte';

/** The panel shown beside the board. */
export type Panel = 'history' | 'chat' | 'tiles' | 'standing' | 'menu' | 'hint' | 'end' | 'invite' | 'keys';

const NOTICE_TIME = 7_000;

export class TableSession {
  readonly table: Table;
  readonly turn: Turn;
  readonly camera = new Camera();
  panel = $state<Panel | null>(null);
  /** Height of the lesson card in pixels. */
  cardHeight = $state(0);
  /** Text of the live region for screen readers. */
  announcement = $state('');
  /** Error message, shown until it is dismissed. */
  error = $state<string | null>(null);
  /** Notice that is shown for a while. */
  notice = $state<string | null>(null);
  /** Animates events; loaded after the board. */
  animator = $state.raw<EventAnimator | null>(null);
  /** Scores of all seats while the final scoring is shown. */
  finalScores = $state.raw<readonly number[] | null>(null);
  /** True if the game ended while the page was open: its final scoring then
   * plays automatically. */
  hasJustEnded = false;
  /** Cell of a tile that is animated into place. */
  fresh = $state.raw<Xy | null>(null);
  unread = $state(0);
  /** Cells marked by a lesson. */
  marks = $state.raw<readonly Xy[]>([]);
  /** Returns the reason not to send a turn if a lesson expects a different one,
   * otherwise `null`. */
  checkTurn: ((actions: readonly string[]) => string | null) | null = null;

  areFieldsShown = $state(false);
  fields = $state.raw<FieldView[] | null>(null);
  areDeadCellsShown = $state(false);
  deadCells = $state.raw<Xy[] | null>(null);
  feature = $state.raw<FeatureView | null>(null);
  /** Point on the board that the selected feature was requested for. */
  featureAt = $state.raw<Place | null>(null);
  /** A feature that is outlined without its card. */
  outlinedFeature = $state.raw<FeatureView | null>(null);
  /** All features of the selected tile. */
  tileFeatures = $state.raw<readonly FeatureView[]>([]);
  #askedTile: Xy | null = null;
  /** True once a game key was pressed: pins then show their numbers. */
  areKeysUsed = $state(false);
  /** True if the arrow keys move over the whole map although a tile is to be
   * placed. */
  isMapMode = $state(false);
  standing = $state.raw<StandingView[] | null>(null);
  advice = $state.raw<AdviceView[] | null>(null);
  isThinking = $state(false);
  #isClosed = false;
  readonly #animatorLoaded: Promise<void>;

  constructor(id: string, name: string | null) {
    this.table = new Table(id, name);
    this.turn = new Turn(this.table, (problem) => (this.error = problemText(problem)));
    this.table.subscribe((events, before) => this.#receive(events, before));
    this.#animatorLoaded = import('./eventAnimator.svelte').then(
      ({ EventAnimator }) => {
        if (!this.#isClosed) this.animator = new EventAnimator(this);
      },
      () => undefined,
    );
  }

  /** The moves that were not taken back. */
  moves = $derived.by((): Move[] => movesOf(this.table.events));

  /** Moves of the other players since the last move of the seat to act, or of
   * the seats of this client. */
  recentMoves = $derived.by((): Move[] => {
    const asked = this.table.offers?.seat;
    return sinceOwn(this.moves, asked === undefined ? (this.table.view?.yours ?? []) : [asked]);
  });

  /** The displayed game: the current one, or an earlier state while moves are
   * replayed. */
  game = $derived.by((): GameView | null => {
    const game = this.table.view?.game ?? null;
    if (game === null) return null;
    return this.animator?.displayed(game) ?? game;
  });

  /** True if moves are waiting to be shown or are being replayed. */
  isBehind = $derived.by(() => this.isReplaying || (this.animator?.queue.isOn ?? false));

  /** True while past moves are replayed. */
  isReplaying = $derived.by(() => this.animator?.replay.isOn ?? false);

  /** The displayed scores, without points that are still being animated. */
  scores = $derived.by((): number[] => {
    const pending = this.animator?.motion.pendingPoints ?? [];
    return (this.finalScores ?? this.game?.scores ?? []).map((points, seat) => points - (pending[seat] ?? 0));
  });

  /** Cells of the other players' tiles since this player's last move, the
   * latest last. They are marked until the player moves. */
  recentCells = $derived.by((): Xy[] => {
    const view = this.table.view;
    if (view === null) return [];
    if (this.isReplaying) return cellsOf(this.animator?.replay.shown ?? []);
    if (view.phase.kind !== 'playing') return [];
    const seen = this.animator?.queue.seq ?? Infinity;
    if (view.yours.length > 0) return cellsOf(this.recentMoves.filter((move) => move.seq <= seen));
    const latest = seen === Infinity ? this.lastCell : (this.animator?.queue.game?.laid.at(-1)?.cell ?? null);
    return latest === null ? [] : [latest];
  });

  /** Cell of the last tile placed by any player. */
  lastCell = $derived.by((): Xy | null => {
    const game = this.table.view?.game;
    return game && game.turns > 0 ? (game.laid.at(-1)?.cell ?? null) : null;
  });

  /** Seats of the reader if they differ from the seats this page plays: a
   * lesson plays the opponent as well. */
  reader: readonly number[] | null = null;

  get perspective(): Perspective {
    const view = this.table.view;
    return { seats: view?.seats ?? [], yours: this.reader ?? view?.yours ?? [], family: view?.game.family ?? 'land' };
  }

  get hasAids(): boolean {
    return (this.table.view?.aid ?? 'none') !== 'none';
  }

  get hasCoach(): boolean {
    return this.table.view?.aid === 'coach';
  }

  close(): void {
    this.#isClosed = true;
    this.animator?.close();
    this.table.close();
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    // Screen readers ignore a live region whose text does not change.
    const before = untrack(() => this.announcement);
    this.announcement = text === before ? `${text}\u00a0` : text;
  }

  /** Opens a panel, or closes it if it is open. */
  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? null : panel;
    if (this.panel === 'chat') this.unread = 0;
    if (this.panel === 'standing') void this.askStanding();
  }

  async confirm(): Promise<void> {
    if (!this.turn.isComplete) return;
    this.catchUp();
    const objection = this.checkTurn?.(this.turn.steps.map((step) => step.offer.action)) ?? null;
    if (objection !== null) {
      this.error = objection;
      this.turn.reset();
      return;
    }
    try {
      await this.turn.confirm();
      this.error = null;
      this.table.missed = [];
      play('confirm');
    } catch (caught) {
      this.error = t('connection.not_saved', { why: problemText(caught) });
    }
  }

  /** Stops all animations and shows the current game. */
  catchUp(): void {
    this.animator?.replay.stop();
    this.animator?.skip();
  }

  /** Runs `task`; shows an error message and returns false if it fails. */
  async attempt(task: () => Promise<unknown>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (caught) {
      this.error = problemText(caught);
      return false;
    }
  }

  /** Repeats the queries whose answers depend on the state of the game. */
  refresh(): void {
    this.clearSelection();
    // A hint is valid for one turn only.
    if (this.advice !== null && this.panel === 'hint') this.panel = null;
    this.advice = null;
    if (!this.hasAids) return;
    if (this.areFieldsShown) void this.#askFields(false);
    if (this.areDeadCellsShown) void this.#askDeadCells();
    void this.askStanding();
  }

  async toggleFields(): Promise<void> {
    this.areFieldsShown = !this.areFieldsShown;
    if (this.areFieldsShown) await this.#askFields(true);
  }

  async toggleDeadCells(): Promise<void> {
    this.areDeadCellsShown = !this.areDeadCellsShown;
    if (this.areDeadCellsShown) await this.#askDeadCells();
  }

  async #askFields(isAnnounced: boolean): Promise<void> {
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'fields' });
      if (answer.kind !== 'fields') return;
      this.fields = answer.fields;
      if (isAnnounced) this.announce((await import('./featureText')).fieldsWords(answer.fields, this.perspective));
    });
  }

  async #askDeadCells(): Promise<void> {
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'dead_cells' });
      if (answer.kind !== 'dead_cells') return;
      this.deadCells = answer.cells;
      if (answer.cells.length === 0) this.#notify(t('aids.dead.none'));
      else this.announce(t('aids.dead.count', { n: answer.cells.length }));
    });
  }

  async askStanding(): Promise<void> {
    // An automatic query, so errors are not reported.
    try {
      const answer = await this.table.ask({ kind: 'standing' });
      if (answer.kind === 'standing') this.standing = answer.seats;
    } catch {
      this.standing = null;
    }
  }

  /** Requests the feature at a point of the board. */
  async askAt(at: Place): Promise<void> {
    if (!this.hasAids) return;
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'at', x: at.x, y: at.y });
      if (answer.kind !== 'feature') return;
      // A second click on the same feature closes its card.
      this.feature = answer.feature?.outline === this.feature?.outline ? null : answer.feature;
      this.featureAt = this.feature === null ? null : at;
      this.tileFeatures = [];
      this.#askedTile = null;
    });
  }

  /** Requests the features of a tile; called again for the same cell, selects
   * the next one. */
  async askTile(cell: Xy): Promise<void> {
    if (!this.hasAids) return;
    if (this.#askedTile !== null && isSame(this.#askedTile, cell) && this.feature !== null) {
      this.nextFeature();
      return;
    }
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'tile', cell });
      if (answer.kind !== 'features') return;
      this.#askedTile = cell;
      this.tileFeatures = answer.features;
      await this.#show(answer.features[0] ?? null, cell);
    });
  }

  /** Selects the next feature of the selected tile. */
  nextFeature(): void {
    const all = this.tileFeatures;
    const now = all.findIndex((one) => one === this.feature);
    if (this.#askedTile !== null) void this.#show(all[(now + 1) % all.length] ?? null, this.#askedTile);
  }

  async #show(feature: FeatureView | null, cell: Xy): Promise<void> {
    this.feature = feature;
    this.featureAt = feature === null ? null : middle(cell);
    this.announce(
      feature === null ? t('about.nothing') : (await import('./featureText')).aboutWords(feature, this.perspective),
    );
  }

  /** Clears the selected feature and tile. */
  clearSelection(): void {
    this.feature = null;
    this.featureAt = null;
    this.tileFeatures = [];
    this.#askedTile = null;
  }

  /** Switches the arrow keys between the whole map and the legal cells. */
  toggleMap(): void {
    this.isMapMode = !this.isMapMode;
    this.announce(t(this.isMapMode ? 'a11y.map.on' : 'a11y.map.off'));
  }

  async askHint(): Promise<void> {
    this.panel = 'hint';
    this.isThinking = true;
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'hint' });
      if (answer.kind !== 'hint') return;
      this.advice = answer.advice;
      const [best] = answer.advice;
      if (best && this.table.isMine) await this.turn.show(best.actions);
    });
    this.isThinking = false;
  }

  /** Centres the last move and announces it. */
  showLastMove(): void {
    if (this.lastCell === null) return;
    this.camera.centre(this.lastCell);
    const move = this.moves.findLast((one) => cellOf(one) !== null);
    if (move) this.announce(moveWords(move, this.perspective));
  }

  /** Replays moves one after another. */
  replayMoves(moves: readonly Move[]): void {
    this.animator?.replayMoves(moves);
  }

  /** Replays the moves of the other players since the player's last move, or
   * stops the replay. */
  toggleReplay(): void {
    if (this.isReplaying) this.animator?.replay.stop();
    else this.replayMoves(this.recentMoves);
  }

  #receive(events: readonly TableEvent[], before: GameView | null): void {
    // A chat message does not stop the replay; any other event does.
    if (events.some(({ what }) => what.kind !== 'said')) this.animator?.replay.stop();
    const all = events.flatMap(({ what }) => gameEvents(what));
    if (all.some((event) => event.kind === 'tile_discarded')) this.#notify(t('event.tile_discarded'));
    if (this.panel !== 'chat') this.unread += events.filter(({ what }) => what.kind === 'said').length;
    this.announce(announcementOf(events, this.perspective));
    if (this.animator !== null) this.animator.show(events, before);
    else void this.#animatorLoaded.then(() => this.#showLate(events, before));
    // All players have agreed to the rematch, so all of them are sent to its
    // table.
    const next = events.findLast(({ what }) => what.kind === 'rematch_made')?.what;
    if (next?.kind === 'rematch_made' && (this.table.view?.yours.length ?? 0) > 0) router.go(`/t/${next.table}`);
  }

  /** Shows events that arrived before `EventAnimator` was loaded. */
  #showLate(events: readonly TableEvent[], before: GameView | null): void {
    if (this.animator !== null) this.animator.show(events, before);
    else if (events.some(({ what }) => what.kind === 'over')) this.panel = 'end';
  }

  #notify(text: string): void {
    this.notice = text;
    setTimeout(() => {
      if (this.notice === text) this.notice = null;
    }, NOTICE_TIME);
  }
}

const cellsOf = (moves: readonly Move[]): Xy[] => moves.flatMap((move) => cellOf(move) ?? []);
