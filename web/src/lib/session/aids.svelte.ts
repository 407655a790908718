// Aids that the table allows: those of expansions, dead cells, standing, hints.

import type { AdviceView, Answer, StandingView, Xy } from '../../wire/wire';
import { t } from '../i18n.svelte';
import { mapAidsOf, type MapAid, type ShownAid } from '../mapAids';
import type { Perspective } from '../narrate';
import type { Table } from '../table.svelte';
import type { Messages } from './messages.svelte';

class ShownMapAid implements ShownAid {
  readonly aid: MapAid;
  answer = $state.raw<Answer | null>(null);

  constructor(aid: MapAid) {
    this.aid = aid;
  }
}

export class Aids {
  readonly #table: Pick<Table, 'ask' | 'view'>;
  readonly #messages: Messages;
  readonly #perspective: () => Perspective;
  shownMapAids = $state.raw<readonly ShownMapAid[]>([]);
  areDeadCellsShown = $state(false);
  deadCells = $state.raw<Xy[] | null>(null);
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

  /** The aids of the game's expansions. */
  get mapAids(): readonly MapAid[] {
    return mapAidsOf(this.#table.view?.game.rules ?? '');
  }

  get hasCoach(): boolean {
    return this.#table.view?.aid === 'coach';
  }

  /** Points of each seat if the game ended now. */
  get standing(): StandingView[] | null {
    return this.#table.view?.standing ?? null;
  }

  /** Repeats the queries whose answers depend on the state of the game. A hint
   * is valid for one turn only. */
  refresh(): void {
    this.advice = null;
    if (!this.areAllowed) return;
    for (const shown of this.shownMapAids) void this.#askMapAid(shown, false);
    if (this.areDeadCellsShown) void this.#askDeadCells();
  }

  /** Shows a map aid, or hides it. */
  async toggleMapAid(aid: MapAid): Promise<void> {
    const others = this.shownMapAids.filter((shown) => shown.aid !== aid);
    const isHidden = others.length === this.shownMapAids.length;
    const shown = new ShownMapAid(aid);
    this.shownMapAids = isHidden ? [...others, shown] : others;
    if (isHidden) await this.#askMapAid(shown, true);
  }

  async toggleDeadCells(): Promise<void> {
    this.areDeadCellsShown = !this.areDeadCellsShown;
    if (this.areDeadCellsShown) await this.#askDeadCells();
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

  async #askMapAid(shown: ShownMapAid, isAnnounced: boolean): Promise<void> {
    await this.#messages.attempt(async () => {
      const answer = await this.#table.ask(shown.aid.question);
      shown.answer = answer;
      if (isAnnounced) this.#messages.announce(await shown.aid.words(answer, this.#perspective()));
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
