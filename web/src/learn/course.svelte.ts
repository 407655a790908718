// A lesson in progress.

import type { Offer, Xy } from '../wire/wire';
import type { TableSession } from '../lib/tableSession.svelte';
import { around, cellAt, isSame } from '../lib/geometry';
import { t, type Key } from '../lib/i18n.svelte';
import { layout } from '../lib/layout.svelte';
import { isPlacing } from '../lib/placements';
import { isWanted, type Lesson, type Play, type Step } from '../lib/words/tutorial/lesson';

/** Delay before the opponent's move is made, in milliseconds. */
const PAUSE = 500;
/** Margin around the cells of a step, in board units. */
const ROOM = 160;

export class Course {
  readonly lesson: Lesson;
  readonly session: TableSession;
  at = $state(0);
  /** True if the opponent's move of this step was made. */
  wasWatched = $state(false);

  constructor(lesson: Lesson, session: TableSession) {
    this.lesson = lesson;
    this.session = session;
    session.lesson.checkTurn = (actions) => this.#judge(actions);
    session.table.subscribe((events) => {
      if (!events.some(({ what }) => what.kind === 'moved')) return;
      if (this.step?.kind === 'play') this.next();
    });
  }

  step = $derived.by((): Step | null => this.lesson.steps[this.at] ?? null);

  /** Index of the current stage of the learner's turn. */
  stage = $derived.by((): number => {
    const step = this.step;
    if (step?.kind !== 'play') return 0;
    const chosen = this.session.turn.steps;
    let n = 0;
    while (n < chosen.length && n < step.stages.length - 1 && isWanted(step.stages[n], chosen[n]?.offer.action)) n += 1;
    return n;
  });

  /** Key of the current text. */
  text = $derived.by((): string => {
    const step = this.step;
    if (step === null) return '';
    return step.kind === 'play' ? (step.stages[this.stage]?.text ?? '') : step.text;
  });

  /** Key of the message if the turn so far differs from the expected one. */
  astray = $derived.by((): Key | null => {
    const step = this.step;
    if (step?.kind !== 'play') return null;
    const chosen = this.session.turn.steps.map(({ offer }) => offer);
    const n = chosen.findIndex(({ action }, at) => !isWanted(step.stages[at], action));
    const offer = chosen[n];
    if (offer === undefined) return null;
    if (!isPlacing(offer)) return 'tutorial.other';
    const wanted = this.#expected(step, n);
    return wanted !== null && isPlacing(wanted) && isSame(offer.what.cell, wanted.what.cell)
      ? 'tutorial.turn'
      : 'tutorial.wrong';
  });

  /** Cell of the learner's next action: where to place the tile, or which
   * figure to take back. Figures are placed on the tile, which needs no mark. */
  target = $derived.by((): Xy[] => {
    const { step } = this;
    if (step?.kind !== 'play') return [];
    const before = this.session.turn.steps.slice(0, this.stage).map(({ offer }) => offer);
    const what = (before.find(isPlacing) ?? this.#expected(step, this.stage))?.what;
    if (what?.kind === 'place') return [what.cell];
    return what?.kind === 'recall' ? [cellAt(what.at)] : [];
  });

  /** Returns the offer of the expected action at a stage, or `null` while it is
   * not known. */
  #expected({ stages }: Play, stage: number): Offer | null {
    const { turn } = this.session;
    const from = turn.steps[stage]?.from ?? turn.offers;
    return from?.offers.find(({ action }) => action === stages[stage]?.action) ?? null;
  }

  /** Proceeds to the next step. */
  next(): void {
    this.at += 1;
    this.wasWatched = false;
    this.enter();
  }

  /** Starts the current step. */
  enter(): void {
    const { step, session } = this;
    session.table.automatedSeats = step?.kind === 'play' ? [1] : [0, 1];
    // Discard the turn of the step before.
    if (session.table.view !== null) session.turn.follow(session.table.view.revision);
    session.lesson.outlinedFeature = null;
    session.lesson.marks = step !== null && step.kind !== 'play' ? (step.cells ?? []) : this.target;
    this.#look();
    if (step?.kind === 'read' && step.site !== undefined) void this.#outline(step, step.site);
    if (step?.kind === 'watch') setTimeout(() => void this.#answer(step.actions), PAUSE);
  }

  /** Shows the expected move. */
  async show(): Promise<void> {
    const step = this.step;
    if (step?.kind !== 'play') return;
    await this.session.turn.show(step.stages.map((stage) => stage.action));
  }

  async #answer(actions: readonly string[]): Promise<void> {
    const revision = this.session.table.view?.revision ?? 0;
    this.wasWatched = await this.session.messages.attempt(() =>
      this.session.table.command({ kind: 'play', seat: 1, revision, actions: [...actions] }),
    );
  }

  /** In The Castle, zooms in to the marked cells on small screens, where the
   * whole board would be too small. */
  #look(): void {
    const { session } = this;
    if (this.lesson.game !== 'stronghold' || session.camera.width === 0) return;
    const box = layout.name === 'wide' ? null : around(session.lesson.marks, ROOM);
    if (box === null) session.camera.fit();
    else session.camera.showBox(box);
  }

  async #outline(step: Step, site: string): Promise<void> {
    try {
      const answer = await this.session.table.ask({ kind: 'feature', site });
      if (answer.kind !== 'feature' || answer.feature === null || this.step !== step) return;
      this.session.lesson.outlinedFeature = { ...answer.feature, open: [] };
      this.session.lesson.marks = [];
    } catch {
      // The cells are marked even without the outline.
    }
  }

  #judge(actions: readonly string[]): string | null {
    const step = this.step;
    if (step?.kind !== 'play') return t('tutorial.wrong');
    const isRight =
      step.stages.length === actions.length && step.stages.every((stage, n) => isWanted(stage, actions[n]));
    return isRight ? null : t('tutorial.wrong');
  }
}
