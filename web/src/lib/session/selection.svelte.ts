// The selected feature, and the other features of its tile.

import type { FeatureView, BoardPoint, Xy } from '../../wire/wire';
import { isSame, middle } from '../geometry';
import { t } from '../i18n.svelte';
import type { Perspective } from '../narrate';
import type { Table } from '../table.svelte';
import type { Messages } from './messages.svelte';

export class FeatureSelection {
  readonly #table: Pick<Table, 'ask'>;
  /** True if the table allows aids. */
  readonly #isAllowed: () => boolean;
  readonly #messages: Messages;
  readonly #perspective: () => Perspective;
  feature = $state.raw<FeatureView | null>(null);
  /** Point on the board that the feature was requested for. */
  at = $state.raw<BoardPoint | null>(null);
  /** All features of the selected tile. */
  tileFeatures = $state.raw<readonly FeatureView[]>([]);
  #tile: Xy | null = null;

  constructor(table: Pick<Table, 'ask'>, messages: Messages, perspective: () => Perspective, isAllowed: () => boolean) {
    this.#table = table;
    this.#isAllowed = isAllowed;
    this.#messages = messages;
    this.#perspective = perspective;
  }

  /** Selects the feature at a point of the board; a second time on the same
   * feature clears the selection. */
  async selectAt(at: BoardPoint): Promise<void> {
    if (!this.#isAllowed()) return;
    await this.#messages.attempt(async () => {
      const answer = await this.#table.ask({ kind: 'at', x: at.x, y: at.y });
      if (answer.kind !== 'feature') return;
      const isSelected = answer.feature?.outline === this.feature?.outline;
      this.clear();
      if (isSelected || answer.feature === null) return;
      this.feature = answer.feature;
      this.at = at;
    });
  }

  /** Selects the first feature of a tile; called again for the same tile, the
   * next one. */
  async selectTile(cell: Xy): Promise<void> {
    if (!this.#isAllowed()) return;
    if (this.#tile !== null && isSame(this.#tile, cell) && this.feature !== null) {
      this.next();
      return;
    }
    await this.#messages.attempt(async () => {
      const answer = await this.#table.ask({ kind: 'tile', cell });
      if (answer.kind !== 'features') return;
      this.#tile = cell;
      this.tileFeatures = answer.features;
      await this.#show(answer.features[0] ?? null, cell);
    });
  }

  /** Selects the next feature of the selected tile. */
  next(): void {
    const all = this.tileFeatures;
    const now = all.findIndex((one) => one === this.feature);
    if (this.#tile !== null) void this.#show(all[(now + 1) % all.length] ?? null, this.#tile);
  }

  clear(): void {
    this.feature = null;
    this.at = null;
    this.tileFeatures = [];
    this.#tile = null;
  }

  async #show(feature: FeatureView | null, cell: Xy): Promise<void> {
    this.feature = feature;
    this.at = feature === null ? null : middle(cell);
    const { aboutWords } = await import('../featureText');
    this.#messages.announce(feature === null ? t('about.nothing') : aboutWords(feature, this.#perspective()));
  }
}
