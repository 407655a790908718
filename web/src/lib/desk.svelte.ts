// State of an open table page: panels, overlays, queries and announcements.

import { untrack } from 'svelte';

import type {
  AdviceView,
  FeatureView,
  FieldView,
  GameView,
  BoardPoint,
  StandingView,
  TableEvent,
  Xy,
} from '../wire/wire';
import { middle } from './geometry';
import { problemText } from './words';
import { Lookout } from './lookout.svelte';
import { cellOf, movesOf, sinceOwn, type Move } from './moves';
import { announce, gameEvents, moveWords, type Circle } from './narrate';
import { router } from './router.svelte';
import { play } from './sound';
import type { Stage } from './stage.svelte';
import { Table } from './table.svelte';
import { t } from './i18n.svelte';
import { isSame, Turn } from './turn.svelte';

/** The panel shown beside the board. */
export type Panel = 'history' | 'chat' | 'tiles' | 'standing' | 'menu' | 'hint' | 'end' | 'invite' | 'keys';

const NOTE_LASTS = 7_000;

export class Desk {
  readonly table: Table;
  readonly turn: Turn;
  readonly lookout = new Lookout();
  panel = $state<Panel | null>(null);
  /** Height of the panel in pixels; excluded from the visible part of the
   * board. */
  panelHeight = $state(0);
  /** Height of the lesson card in pixels. */
  cardHeight = $state(0);
  /** Height of the player list in pixels. */
  railHeight = $state(0);
  /** Text of the live region for screen readers. */
  said = $state('');
  /** Error message, shown until it is dismissed. */
  trouble = $state<string | null>(null);
  /** Notice that is shown for a while. */
  note = $state<string | null>(null);
  /** Animates events; loaded after the board. */
  stage = $state.raw<Stage | null>(null);
  /** Scores of all seats while the final scoring is shown. */
  tally = $state.raw<readonly number[] | null>(null);
  /** True if the game ended while the page was open: its final scoring then
   * plays automatically. */
  isFinale = false;
  /** Cell of a tile that is animated into place. */
  fresh = $state.raw<Xy | null>(null);
  unread = $state(0);
  /** Cells marked by a lesson. */
  marks = $state.raw<readonly Xy[]>([]);
  /** Returns the reason not to send a turn if a lesson expects a different one,
   * otherwise `null`. */
  censor: ((actions: readonly string[]) => string | null) | null = null;

  areFieldsShown = $state(false);
  fields = $state.raw<FieldView[] | null>(null);
  areDeadShown = $state(false);
  dead = $state.raw<Xy[] | null>(null);
  feature = $state.raw<FeatureView | null>(null);
  /** Point on the board that the selected feature was requested for. */
  featureAt = $state.raw<BoardPoint | null>(null);
  /** A feature that is outlined without its card. */
  told = $state.raw<FeatureView | null>(null);
  /** All features of the selected tile. */
  featuresHere = $state.raw<readonly FeatureView[]>([]);
  #tileAsked: Xy | null = null;
  /** True once a game key was pressed: pins then show their numbers. */
  areKeysUsed = $state(false);
  /** True if the arrow keys move over the whole map although a tile is to be
   * placed. */
  isMapWalked = $state(false);
  standing = $state.raw<StandingView[] | null>(null);
  advice = $state.raw<AdviceView[] | null>(null);
  isThinking = $state(false);
  #isClosed = false;
  readonly #staged: Promise<void>;

  constructor(id: string, name: string | null) {
    this.table = new Table(id, name);
    this.turn = new Turn(this.table, (problem) => (this.trouble = problemText(problem)));
    this.table.tell((events, before) => this.#see(events, before));
    this.#staged = import('./stage.svelte').then(
      ({ Stage }) => {
        if (!this.#isClosed) this.stage = new Stage(this);
      },
      () => undefined,
    );
  }

  /** The moves that were not taken back. */
  moves = $derived.by((): Move[] => movesOf(this.table.events));

  /** Moves of the other players since the last move of the seat to act, or of
   * the seats of this client. */
  since = $derived.by((): Move[] => {
    const asked = this.table.offers?.seat;
    return sinceOwn(this.moves, asked === undefined ? (this.table.view?.yours ?? []) : [asked]);
  });

  /** The displayed game: the current one, or an earlier state while moves are
   * replayed. */
  game = $derived.by((): GameView | null => {
    const game = this.table.view?.game ?? null;
    if (game === null) return null;
    return this.stage?.shown(game) ?? game;
  });

  /** True if moves are waiting to be shown or are being replayed. */
  isBehind = $derived.by(() => this.isRetelling || (this.stage?.live.isOn ?? false));

  /** True while past moves are replayed. */
  isRetelling = $derived.by(() => this.stage?.story.isOn ?? false);

  /** The displayed scores, without points that are still being animated. */
  scores = $derived.by((): number[] => {
    const owed = this.stage?.motion.owed ?? [];
    return (this.tally ?? this.game?.scores ?? []).map((points, seat) => points - (owed[seat] ?? 0));
  });

  /** Cells of the other players' tiles since this player's last move, the
   * latest last. They are marked until the player moves. */
  recent = $derived.by((): Xy[] => {
    const view = this.table.view;
    if (view === null) return [];
    if (this.isRetelling) return cellsOf(this.stage?.story.told ?? []);
    if (view.phase.kind !== 'playing') return [];
    const seen = this.stage?.live.seq ?? Infinity;
    if (view.yours.length > 0) return cellsOf(this.since.filter((move) => move.seq <= seen));
    const latest = seen === Infinity ? this.latest : (this.stage?.live.game?.laid.at(-1)?.cell ?? null);
    return latest === null ? [] : [latest];
  });

  /** Cell of the last tile placed by any player. */
  latest = $derived.by((): Xy | null => {
    const game = this.table.view?.game;
    return game && game.turns > 0 ? (game.laid.at(-1)?.cell ?? null) : null;
  });

  /** Seats of the reader if they differ from the seats this page plays: a
   * lesson plays the opponent as well. */
  reader: readonly number[] | null = null;

  get circle(): Circle {
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
    this.stage?.close();
    this.table.close();
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    // Screen readers ignore a live region whose text does not change.
    const before = untrack(() => this.said);
    this.said = text === before ? `${text}\u00a0` : text;
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
    const objection = this.censor?.(this.turn.steps.map((step) => step.offer.action)) ?? null;
    if (objection !== null) {
      this.trouble = objection;
      this.turn.reset();
      return;
    }
    try {
      await this.turn.confirm();
      this.trouble = null;
      this.table.missed = [];
      play('confirm');
    } catch (caught) {
      this.trouble = t('connection.not_saved', { why: problemText(caught) });
    }
  }

  /** Stops all animations and shows the current game. */
  catchUp(): void {
    this.stage?.story.stop();
    this.stage?.skip();
  }

  /** Runs `deed`; shows an error message and returns false if it fails. */
  async attempt(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (caught) {
      this.trouble = problemText(caught);
      return false;
    }
  }

  /** Repeats the queries whose answers depend on the state of the game. */
  refresh(): void {
    this.forget();
    // A hint is valid for one turn only.
    if (this.advice !== null && this.panel === 'hint') this.panel = null;
    this.advice = null;
    if (!this.hasAids) return;
    if (this.areFieldsShown) void this.#askFields(false);
    if (this.areDeadShown) void this.#askDead();
    void this.askStanding();
  }

  async toggleFields(): Promise<void> {
    this.areFieldsShown = !this.areFieldsShown;
    if (this.areFieldsShown) await this.#askFields(true);
  }

  async toggleDead(): Promise<void> {
    this.areDeadShown = !this.areDeadShown;
    if (this.areDeadShown) await this.#askDead();
  }

  async #askFields(isTold: boolean): Promise<void> {
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'fields' });
      if (answer.kind !== 'fields') return;
      this.fields = answer.fields;
      if (isTold) this.say((await import('./about')).fieldsWords(answer.fields, this.circle));
    });
  }

  async #askDead(): Promise<void> {
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'dead_cells' });
      if (answer.kind !== 'dead_cells') return;
      this.dead = answer.cells;
      if (answer.cells.length === 0) this.#remark(t('aids.dead.none'));
      else this.say(t('aids.dead.count', { n: answer.cells.length }));
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
  async askAt(at: BoardPoint): Promise<void> {
    if (!this.hasAids) return;
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'at', x: at.x, y: at.y });
      if (answer.kind !== 'feature') return;
      // A second click on the same feature closes its card.
      this.feature = answer.feature?.outline === this.feature?.outline ? null : answer.feature;
      this.featureAt = this.feature === null ? null : at;
      this.featuresHere = [];
      this.#tileAsked = null;
    });
  }

  /** Requests the features of a tile; called again for the same cell, selects
   * the next one. */
  async askTile(cell: Xy): Promise<void> {
    if (!this.hasAids) return;
    if (this.#tileAsked !== null && isSame(this.#tileAsked, cell) && this.feature !== null) {
      this.nextFeature();
      return;
    }
    await this.attempt(async () => {
      const answer = await this.table.ask({ kind: 'tile', cell });
      if (answer.kind !== 'features') return;
      this.#tileAsked = cell;
      this.featuresHere = answer.features;
      await this.#show(answer.features[0] ?? null, cell);
    });
  }

  /** Selects the next feature of the selected tile. */
  nextFeature(): void {
    const all = this.featuresHere;
    const now = all.findIndex((one) => one === this.feature);
    if (this.#tileAsked !== null) void this.#show(all[(now + 1) % all.length] ?? null, this.#tileAsked);
  }

  async #show(feature: FeatureView | null, cell: Xy): Promise<void> {
    this.feature = feature;
    this.featureAt = feature === null ? null : middle(cell);
    this.say(feature === null ? t('about.nothing') : (await import('./about')).aboutWords(feature, this.circle));
  }

  /** Clears the selected feature and tile. */
  forget(): void {
    this.feature = null;
    this.featureAt = null;
    this.featuresHere = [];
    this.#tileAsked = null;
  }

  /** Switches the arrow keys between the whole map and the legal cells. */
  toggleMap(): void {
    this.isMapWalked = !this.isMapWalked;
    this.say(t(this.isMapWalked ? 'a11y.map.on' : 'a11y.map.off'));
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
  showLast(): void {
    if (this.latest === null) return;
    this.lookout.centre(this.latest);
    const move = this.moves.findLast((one) => cellOf(one) !== null);
    if (move) this.say(moveWords(move, this.circle));
  }

  /** Replays moves one after another. */
  retell(moves: readonly Move[]): void {
    this.stage?.retell(moves);
  }

  /** Replays the moves of the other players since the player's last move, or
   * stops the replay. */
  toggleStory(): void {
    if (this.isRetelling) this.stage?.story.stop();
    else this.retell(this.since);
  }

  #see(events: readonly TableEvent[], before: GameView | null): void {
    // A chat message does not stop the replay; any other event does.
    if (events.some(({ what }) => what.kind !== 'said')) this.stage?.story.stop();
    const all = events.flatMap(({ what }) => gameEvents(what));
    if (all.some((event) => event.kind === 'tile_discarded')) this.#remark(t('event.tile_discarded'));
    if (this.panel !== 'chat') this.unread += events.filter(({ what }) => what.kind === 'said').length;
    this.say(announce(events, this.circle));
    if (this.stage !== null) this.stage.see(events, before);
    else void this.#staged.then(() => this.#seeLate(events, before));
    // All players have agreed to the rematch, so all of them are sent to its
    // table.
    const next = events.findLast(({ what }) => what.kind === 'rematch_made')?.what;
    if (next?.kind === 'rematch_made' && (this.table.view?.yours.length ?? 0) > 0) router.go(`/t/${next.table}`);
  }

  /** Shows events that arrived before `Stage` was loaded. */
  #seeLate(events: readonly TableEvent[], before: GameView | null): void {
    if (this.stage !== null) this.stage.see(events, before);
    else if (events.some(({ what }) => what.kind === 'over')) this.panel = 'end';
  }

  #remark(text: string): void {
    this.note = text;
    setTimeout(() => {
      if (this.note === text) this.note = null;
    }, NOTE_LASTS);
  }
}

const cellsOf = (moves: readonly Move[]): Xy[] => moves.flatMap((move) => cellOf(move) ?? []);
