// Aids that the table allows: values of fields, dead cells, standing, hints.

import type { AdviceView, FieldView, StandingView, Xy } from '../../wire/wire';
import { t } from '../i18n.svelte';
import type { Perspective } from '../narrate';
import type { Table } from '../table.svelte';
import type { Messages } from './messages.svelte';

export class Aids {
  readonly #table: Pick<Table, 'ask' | 'view'>;
  readonly #messages: Messages;
  readonly #perspective: () => Perspective;
  areFieldsShown = $state(false);
  fields = $state.raw<FieldView[] | null>(null);
  areDeadCellsShown = $state(false);
  deadCells = $state.raw<Xy[] | null>(null);
  standing = $state.raw<StandingView[] | null>(null);
  /** Suggested turns, the best first. */
  advice = $state.raw<AdviceView[] | null>(null);
  /** True while a hint is computed. */
  isThinking = $state(false);

  constructor(table: Pick<Table, 'ask' | 'view'>, messages: Messages, perspective: () => Perspective) {
    this.#table = table;
    this.#messages = messages;
    this.#perspective = perspective;
  }

  get areAllowed(): boolean {
    return (this.#table.view?.aid ?? 'none') !== 'none';
  }

  get hasCoach(): boolean {
    return this.#table.view?.aid === 'coach';
  }

  /** Repeats the queries whose answers depend on the state of the game. A hint
   * is valid for one turn only. */
  refresh(): void {
    this.advice = null;
    if (!this.areAllowed) return;
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

  async askStanding(): Promise<void> {
    // An automatic query, so errors are not reported.
    try {
      const answer = await this.#table.ask({ kind: 'standing' });
      if (answer.kind === 'standing') this.standing = answer.seats;
    } catch {
      this.standing = null;
    }
  }

  /** Requests hints; returns the best one, if there is any. */
  async askHint(): Promise<AdviceView | null> {
    this.isThinking = true;
    const isAnswered = await this.#messages.attempt(async () => {
      const answer = await this.#table.ask({ kind: 'hint' });
      if (answer.kind === 'hint') this.advice = answer.advice;
    });
    this.isThinking = false;
    return isAnswered ? (this.advice?.[0] ?? null) : null;
  }

  async #askFields(isAnnounced: boolean): Promise<void> {
    await this.#messages.attempt(async () => {
      const answer = await this.#table.ask({ kind: 'fields' });
      if (answer.kind !== 'fields') return;
      this.fields = answer.fields;
      if (!isAnnounced) return;
      const { fieldsWords } = await import('../featureText');
      this.#messages.announce(fieldsWords(answer.fields, this.#perspective()));
    });
  }

  async #askDeadCells(): Promise<void> {
    await this.#messages.attempt(async () => {
      const answer = await this.#table.ask({ kind: 'dead_cells' });
      if (answer.kind !== 'dead_cells') return;
      this.deadCells = answer.cells;
      if (answer.cells.length === 0) this.#messages.notify(t('aids.dead.none'));
      else this.#messages.announce(t('aids.dead.count', { n: answer.cells.length }));
    });
  }
}
