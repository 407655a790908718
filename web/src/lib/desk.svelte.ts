// One's place at a table: what is open, what is marked, what was just seen.

import { untrack } from 'svelte';

import type { AdviceView, FeatureView, FieldView, GameView, Place, StandingView, TableEvent, Xy } from '../wire/wire';
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

/** What is open beside the board. */
export type Panel = 'history' | 'chat' | 'tiles' | 'standing' | 'menu' | 'hint' | 'end' | 'invite' | 'keys';

const NOTE_LASTS = 7_000;

export class Desk {
  readonly table: Table;
  readonly turn: Turn;
  readonly lookout = new Lookout();
  panel = $state<Panel | null>(null);
  /** How high the panel is, so that the board can be looked at past it. */
  panelHeight = $state(0);
  /** How high a lesson's card is. */
  cardHeight = $state(0);
  /** How high the list of players is. */
  railHeight = $state(0);
  /** What is told aloud. */
  said = $state('');
  /** What went wrong, until it is put away. */
  trouble = $state<string | null>(null);
  /** What one should not miss, for a while. */
  note = $state<string | null>(null);
  /** Shows what happens; loaded after the board. */
  stage = $state.raw<Stage | null>(null);
  /** Everybody's points while the final scoring is shown. */
  tally = $state.raw<readonly number[] | null>(null);
  /** Whether the game has ended just now: its final scoring plays by itself. */
  isFinale = false;
  /** A tile that falls into its place. */
  fresh = $state.raw<Xy | null>(null);
  unread = $state(0);
  /** Cells a lesson speaks of. */
  marks = $state.raw<readonly Xy[]>([]);
  /** Says why a turn is not to be sent, if a lesson wants another. */
  censor: ((actions: readonly string[]) => string | null) | null = null;

  areFieldsShown = $state(false);
  fields = $state.raw<FieldView[] | null>(null);
  areDeadShown = $state(false);
  dead = $state.raw<Xy[] | null>(null);
  feature = $state.raw<FeatureView | null>(null);
  /** Where one asked about the feature. */
  featureAt = $state.raw<Place | null>(null);
  /** A feature that is told of, outlined without its card. */
  told = $state.raw<FeatureView | null>(null);
  /** All features of the tile one asked about. */
  featuresHere = $state.raw<readonly FeatureView[]>([]);
  #tileAsked: Xy | null = null;
  /** True once a key of the game was pressed: pins then show their numbers. */
  areKeysUsed = $state(false);
  /** Whether the arrow keys go over the map although a tile is to be laid. */
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
    this.#staged = import('./stage.svelte').then(({ Stage }) => {
      if (!this.#isClosed) this.stage = new Stage(this);
    }, () => undefined);
  }

  /** The moves that count. */
  moves = $derived.by((): Move[] => movesOf(this.table.events));

  /** What others did since whoever is to act here last moved. */
  since = $derived.by((): Move[] => {
    const asked = this.table.offers?.seat;
    return sinceOwn(this.moves, asked === undefined ? (this.table.view?.yours ?? []) : [asked]);
  });

  /** The game as it is shown: as it stands, or as it was while it is told
   * once more. */
  game = $derived.by((): GameView | null => {
    const game = this.table.view?.game ?? null;
    if (game === null) return null;
    return this.stage?.shown(game) ?? game;
  });

  /** Whether moves wait to be shown. */
  isBehind = $derived.by(() => this.isRetelling || (this.stage?.live.isOn ?? false));

  /** Whether moves are shown once more. */
  isRetelling = $derived.by(() => this.stage?.story.isOn ?? false);

  /** Points as they are shown: what is still on its way is not counted. */
  scores = $derived.by((): number[] => {
    const owed = this.stage?.motion.owed ?? [];
    return (this.tally ?? this.game?.scores ?? []).map((points, seat) => points - (owed[seat] ?? 0));
  });

  /** The tiles of others that one has not answered yet, the last one last.
   * They are marked until one moves. */
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

  /** Where the last tile was laid, by whomever. */
  latest = $derived.by((): Xy | null => {
    const game = this.table.view?.game;
    return game && game.turns > 0 ? (game.laid.at(-1)?.cell ?? null) : null;
  });

  /** The seats of the reader where they are not those this page plays: in a
   * lesson it plays the opponent too. */
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

  /** Says something to whoever cannot see it. */
  say(text: string): void {
    // The same text twice is told twice only if it differs.
    const before = untrack(() => this.said);
    this.said = text === before ? `${text}\u00a0` : text;
  }

  /** Opens a panel, or closes it. */
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

  /** Shows the game as it stands, whatever is being shown. */
  catchUp(): void {
    this.stage?.story.stop();
    this.stage?.skip();
  }

  /** Does something, and says so if it fails. */
  async attempt(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (caught) {
      this.trouble = problemText(caught);
      return false;
    }
  }

  /** Asks again what the game has changed. */
  refresh(): void {
    this.forget();
    // A hint is for one turn.
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
    // Asked without being asked for, so a refusal is not worth a word.
    try {
      const answer = await this.table.ask({ kind: 'standing' });
      if (answer.kind === 'standing') this.standing = answer.seats;
    } catch {
      this.standing = null;
    }
  }

  /** Asks what is at a point of the board. */
  async askAt(at: Place): Promise<void> {
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

  /** Asks what is on a tile, and goes on to the next of it if one asks again. */
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

  /** Goes on to the next feature of the tile one asked about. */
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

  /** Puts away what one asked about. */
  forget(): void {
    this.feature = null;
    this.featureAt = null;
    this.featuresHere = [];
    this.#tileAsked = null;
  }

  /** Lets the arrow keys go over the map, or over the places for the tile. */
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

  /** Shows the last move. */
  showLast(): void {
    if (this.latest === null) return;
    this.lookout.centre(this.latest);
    const move = this.moves.findLast((one) => cellOf(one) !== null);
    if (move) this.say(moveWords(move, this.circle));
  }

  /** Shows moves once more, one after the other. */
  retell(moves: readonly Move[]): void {
    this.stage?.retell(moves);
  }

  /** Shows what others did since one's own last move, or breaks off. */
  toggleStory(): void {
    if (this.isRetelling) this.stage?.story.stop();
    else this.retell(this.since);
  }

  #see(events: readonly TableEvent[], before: GameView | null): void {
    // A chat line ends nothing; once the game goes on the past is over.
    if (events.some(({ what }) => what.kind !== 'said')) this.stage?.story.stop();
    const all = events.flatMap(({ what }) => gameEvents(what));
    if (all.some((event) => event.kind === 'tile_discarded')) this.#remark(t('event.tile_discarded'));
    if (this.panel !== 'chat') this.unread += events.filter(({ what }) => what.kind === 'said').length;
    this.say(announce(events, this.circle));
    if (this.stage !== null) this.stage.see(events, before);
    else void this.#staged.then(() => this.#seeLate(events, before));
    // All players have agreed to a rematch, so all of them go there.
    const next = events.findLast(({ what }) => what.kind === 'rematch_made')?.what;
    if (next?.kind === 'rematch_made' && (this.table.view?.yours.length ?? 0) > 0) router.go(`/t/${next.table}`);
  }

  /** Shows what happened before there was anything to show it. */
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
