// An open table page: the connection, the displayed game, the turn in progress,
// and the aids, panels and messages around it.

import type { GameView, TableEvent } from '../wire/wire';
import { Camera } from './camera.svelte';
import type { connectors } from './connection';
import type { EventAnimator } from './eventAnimator.svelte';
import { t } from './i18n.svelte';
import { cellOf, type Move } from './moves';
import { announcementOf, gameEvents, moveWords, type Perspective } from './narrate';
import { router } from './router.svelte';
import { Aids } from './session/aids.svelte';
import { GameDisplay } from './session/display.svelte';
import { KeyboardState } from './session/keyboard.svelte';
import { LessonState } from './session/lesson.svelte';
import { Messages } from './session/messages.svelte';
import { Panels, type Panel } from './session/panels.svelte';
import { FeatureSelection } from './session/selection.svelte';
import { play } from './sound';
import { Table } from './table.svelte';
import { partsOf } from './tableParts';
import { Turn } from './turn.svelte';
import { problemText } from './words';

export class TableSession {
  readonly table: Table;
  readonly turn: Turn;
  readonly display: GameDisplay;
  readonly camera = new Camera();
  readonly panels = new Panels();
  readonly messages = new Messages();
  readonly lesson = new LessonState();
  readonly keyboard = new KeyboardState(this.messages);
  readonly aids: Aids;
  readonly selection: FeatureSelection;
  /** Animates events and plays their sounds; loaded after the board. */
  animator = $state.raw<EventAnimator | null>(null);
  /** The way on after the game, instead of a rematch. */
  next = $state.raw<{ label: string; go: () => void } | null>(null);
  #isClosed = false;
  #rules = $derived.by(() => this.table.view?.game.rules ?? '');
  /** The parts of the page that expansions add. */
  readonly parts = $derived(partsOf(this.#rules));
  readonly #animatorLoaded: Promise<void>;

  constructor(id: string, name: string | null, connect?: typeof connectors.local) {
    this.table = new Table(id, name, connect);
    this.turn = new Turn(this.table, (problem) => (this.messages.error = problemText(problem)));
    this.display = new GameDisplay(this.table, () => this.animator);
    this.aids = new Aids(this.table, this.messages, () => this.perspective);
    this.selection = new FeatureSelection(
      this.table,
      this.messages,
      () => this.perspective,
      () => this.aids.areAllowed,
    );
    this.table.subscribe((events, before) => this.#receive(events, before));
    this.#animatorLoaded = import('./eventAnimator.svelte').then(
      ({ EventAnimator }) => {
        if (!this.#isClosed) this.animator = new EventAnimator(this);
      },
      () => undefined,
    );
  }

  /** The players and the seats of the reader, for texts. */
  get perspective(): Perspective {
    const { view } = this.table;
    return {
      seats: view?.seats ?? [],
      yours: this.lesson.reader ?? view?.yours ?? [],
      family: view?.game.family ?? 'land',
    };
  }

  close(): void {
    this.#isClosed = true;
    this.animator?.close();
    this.table.close();
  }

  /** Opens a panel, or closes it if it is open. */
  toggle(panel: Panel): void {
    this.panels.toggle(panel);
  }

  /** Sends the turn. */
  async confirm(): Promise<void> {
    if (!this.turn.isComplete) return;
    this.catchUp();
    const objection = this.lesson.checkTurn?.(this.turn.steps.map((step) => step.offer.action)) ?? null;
    if (objection !== null) {
      this.messages.error = objection;
      this.turn.reset();
      return;
    }
    try {
      await this.turn.confirm();
      this.messages.error = null;
      this.table.missed = [];
      play('confirm');
    } catch (caught) {
      this.messages.error = t('connection.not_saved', { why: problemText(caught) });
    }
  }

  /** The game has changed: repeats the queries that depend on it. */
  refresh(): void {
    this.selection.clear();
    if (this.aids.advice !== null && this.panels.open === 'hint') this.panels.open = null;
    this.aids.refresh();
  }

  /** Opens the panel of hints and shows the best one on the board. */
  async askHint(): Promise<void> {
    this.panels.open = 'hint';
    const best = await this.aids.askHint();
    if (best !== null && this.table.isMine) await this.turn.show(best.actions);
  }

  /** Centres the last move and announces it. */
  showLastMove(): void {
    if (this.display.lastCell === null) return;
    this.camera.centre(this.display.lastCell);
    const move = this.display.moves.findLast((one) => cellOf(one) !== null);
    if (move) this.messages.announce(moveWords(move, this.perspective));
  }

  /** Stops all animations and shows the current game. */
  catchUp(): void {
    this.animator?.replay.stop();
    this.animator?.skip();
  }

  /** Replays moves one after another. */
  replayMoves(moves: readonly Move[]): void {
    this.animator?.replayMoves(moves);
  }

  /** Replays the moves of the other players since the player's last move, or
   * stops the replay. */
  toggleReplay(): void {
    if (this.display.isReplaying) this.animator?.replay.stop();
    else this.replayMoves(this.display.recentMoves);
  }

  #receive(events: readonly TableEvent[], before: GameView | null): void {
    // A chat message does not stop the replay; any other event does.
    if (events.some(({ what }) => what.kind !== 'said')) this.animator?.replay.stop();
    const all = events.flatMap(({ what }) => gameEvents(what));
    if (all.some((event) => event.kind === 'tile_discarded')) this.messages.notify(t('event.tile_discarded'));
    this.panels.countMessages(events.filter(({ what }) => what.kind === 'said').length);
    this.messages.announce(announcementOf(events, this.perspective));
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
    else if (events.some(({ what }) => what.kind === 'over')) this.panels.open = 'end';
  }
}
