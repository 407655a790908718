// A turn in progress: built step by step, previewed immediately and sent as a
// whole. The server computes the outcome of each step; the client contains no
// game rules.

import type { EventView, FigureName, Offer, Offers, BoardPoint, PreviewView, Xy } from '../wire/wire';
import { isSame } from './geometry';
import { isPlacing, legalCells, type PlaceOffer } from './placements';
import { Previews } from './previews.svelte';
import { isRecord, readStored, store } from './storage';
import type { Table } from './table.svelte';
import { piecesOn } from './tilePieces';

/** A chosen step and the offers it was chosen from. */
export interface Step {
  offer: Offer;
  from: Offers;
}

/** Number of cells per prefetch request. Kept small so that the preview of a
 * chosen step does not queue behind prefetches for long. */
const AHEAD = 8;

export class Turn {
  readonly #table: Table;
  readonly #report: (problem: unknown) => void;
  steps = $state.raw<Step[]>([]);
  preview = $state.raw<PreviewView | null>(null);
  isBusy = $state(false);
  isSending = $state(false);
  /** The offer that is hovered or has the keyboard focus. */
  highlighted = $state.raw<Offer | null>(null);
  /** The kind of figure to place where a spot takes several kinds; the first if
   * `null`. */
  figure = $state<FigureName | null>(null);
  /** The cell under the mouse. */
  #hoveredCell = $state.raw<Xy | null>(null);
  /** Rotation of the tile the player used last; reused in cells where it is
   * legal. */
  #rotation = $state<number | null>(null);
  /** Number of the latest change of the steps: answers to earlier ones are
   * outdated. */
  #request = 0;
  readonly #previews: Previews;
  #revision = -1;

  constructor(table: Table, report: (problem: unknown) => void) {
    this.#table = table;
    this.#previews = new Previews(table);
    this.#report = report;
  }

  /** The current offers: those of the table, or those after the chosen steps. */
  offers = $derived.by((): Offers | null => {
    if (this.steps.length === 0) return this.#table.offers;
    return this.preview?.offers ?? null;
  });

  /** Index of the step that places the tile, or -1. It need not be the first
   * step: an expansion may require a response to the drawn tile before it. */
  #placingStep = $derived(this.steps.findIndex(({ offer }) => isPlacing(offer)));

  /** The offers that contain the tile placements, current or already answered. */
  #placingOffers = $derived.by((): Offers | null => this.steps[this.#placingStep]?.from ?? this.offers);

  /** Cells where the tile can be placed. */
  cells = $derived.by(() => legalCells(this.#placingOffers));

  /** The chosen placement of the tile. */
  placed = $derived.by((): PlaceOffer | null => {
    const offer = this.steps[this.#placingStep]?.offer;
    return offer && isPlacing(offer) ? offer : null;
  });

  /** The placement that a click on the hovered cell would choose. */
  hovered = $derived.by((): PlaceOffer | null =>
    this.placed !== null || this.#hoveredCell === null ? null : this.#placementAt(this.#hoveredCell),
  );

  /** The offers to choose from. If the turn is complete, those of the last
   * step, so that it can still be changed. */
  choices = $derived.by((): Offers | null => {
    if (this.offers !== null && this.offers.offers.length > 0) return this.offers;
    return this.steps.at(-1)?.from ?? null;
  });

  /** The action chosen among `choices`. */
  chosen = $derived.by((): string | null => {
    const last = this.steps.at(-1);
    return last?.from === this.choices ? last.offer.action : null;
  });

  /** True if no decision is left open. */
  isComplete = $derived(
    this.steps.length > 0 && this.preview !== null && !this.isBusy && (this.preview.offers?.offers.length ?? 0) === 0,
  );

  /** Events of the steps chosen so far. */
  events = $derived.by((): EventView[] => this.preview?.events ?? []);

  /** Likely figure spots, shown until the preview arrives. */
  provisional = $derived.by((): BoardPoint[] => {
    const { placed } = this;
    const tile = this.#table.view?.game.drawn ?? null;
    if (!this.isBusy || placed === null || tile === null || this.#placingStep !== this.steps.length - 1) return [];
    return this.#previews.spotsOn(tile, placed.what);
  });

  /** Discards the turn if `revision` is a different state of the game. */
  follow(revision: number): void {
    if (revision === this.#revision) return;
    // Restore a turn that was not confirmed before the page was reloaded.
    const draft =
      this.#revision === -1 && this.#table.isMine ? readStored('draft', (kept) => this.#draftOf(kept, revision)) : [];
    this.#revision = revision;
    this.#previews.clear();
    this.#rotation = this.figure = null;
    if (draft.length > 0) void this.show(draft);
    else this.reset();
  }

  /** Returns the actions of a stored draft if it belongs to this table and
   * `revision`, otherwise an empty list. */
  #draftOf(kept: unknown, revision: number): string[] {
    const isCurrent = isRecord(kept) && kept.table === this.#table.id && kept.revision === revision;
    return isCurrent && Array.isArray(kept.actions) ? kept.actions.map(String) : [];
  }

  #storeDraft(): void {
    store('draft', {
      table: this.#table.id,
      revision: this.#revision,
      actions: this.steps.map((step) => step.offer.action),
    });
  }

  /** Returns the legal placements of the tile in `cell`. */
  placementsAt(cell: Xy): readonly PlaceOffer[] {
    return this.cells.find((one) => isSame(one.cell, cell))?.placements ?? [];
  }

  /** Returns the placement that `cell` gets by default. */
  #placementAt(cell: Xy): PlaceOffer | null {
    const placements = this.placementsAt(cell);
    return (
      placements.find(({ what }) => what.rotation === this.#rotation && piecesOn(what).length === 0) ??
      placements[0] ??
      null
    );
  }

  /** Sets the cell under the mouse. */
  hover(cell: Xy | null): void {
    this.#hoveredCell = cell;
  }

  /** Discards all steps. */
  reset(): void {
    this.steps = [];
    this.preview = null;
    this.isBusy = false;
    this.highlighted = null;
    this.#request += 1;
    this.#storeDraft();
  }

  /** Removes the last step. */
  undo(): void {
    void this.#set(this.steps.slice(0, -1));
  }

  /** Places the tile in `cell`, or rotates it if it is already there. */
  async place(cell: Xy): Promise<void> {
    if (this.placed !== null && isSame(this.placed.what.cell, cell)) {
      await this.rotate(1);
      return;
    }
    const placement = this.#placementAt(cell);
    if (placement) await this.#placeTile(placement);
  }

  /** Rotates the tile to its next or previous legal placement. */
  async rotate(by: 1 | -1): Promise<void> {
    const shown = this.placed ?? this.hovered;
    if (shown === null) return;
    const placements = this.placementsAt(shown.what.cell);
    const now = placements.findIndex((placement) => placement.action === shown.action);
    const next = placements[(now + by + placements.length) % placements.length];
    if (!next || next === shown) return;
    this.#rotation = next.what.rotation;
    if (this.placed !== null) await this.#placeTile(next);
  }

  /** Chooses one of `choices`. */
  async choose(offer: Offer): Promise<void> {
    const from = this.choices;
    if (!from?.offers.includes(offer)) return;
    const isChange = this.steps.at(-1)?.from === from;
    const kept = isChange ? this.steps.slice(0, -1) : this.steps;
    await this.#set([...kept, { offer, from }]);
  }

  /** Shows a complete turn, such as a hint or a stored draft. */
  async show(actions: readonly string[]): Promise<void> {
    this.reset();
    for (const action of actions) {
      const from = this.offers;
      const offer = from?.offers.find((one) => one.action === action);
      if (!from || !offer) return;
      await this.#set([...this.steps, { offer, from }]);
    }
  }

  /** Sends the turn. The result arrives as an update of the table. */
  async confirm(): Promise<void> {
    const from = this.steps[0]?.from;
    if (from === undefined || !this.isComplete || this.isSending) return;
    const { revision } = this.#table.view ?? { revision: 0 };
    this.isSending = true;
    try {
      const actions = this.steps.map((step) => step.offer.action);
      await this.#table.command({ kind: 'play', seat: from.seat, revision, actions });
    } finally {
      this.isSending = false;
    }
  }

  async #placeTile(placement: PlaceOffer): Promise<void> {
    const from = this.#placingOffers;
    const before = this.#placingStep === -1 ? this.steps : this.steps.slice(0, this.#placingStep);
    this.#rotation = placement.what.rotation;
    if (from !== null) await this.#set([...before, { offer: placement, from }]);
  }

  async #set(steps: Step[]): Promise<void> {
    this.steps = steps;
    const last = steps.at(-1)?.offer.what;
    if (last?.kind === 'deploy') this.figure = last.figure;
    this.#storeDraft();
    this.#request += 1;
    const request = this.#request;
    const isCurrent = (): boolean => request === this.#request;
    if (steps.length === 0) {
      this.preview = null;
      this.isBusy = false;
      return;
    }
    const actions = steps.map((step) => step.offer.action);
    const known = this.#previews.get(actions);
    if (known) {
      this.preview = known;
      this.isBusy = false;
      void this.#prefetchNext(steps, isCurrent);
      return;
    }
    this.isBusy = true;
    this.preview = null;
    try {
      // An earlier request for this turn may have been abandoned; try again
      // once.
      for (let tries = 0; tries < 2 && isCurrent() && !this.#previews.get(actions); tries += 1)
        await this.#previews.fetch(this.#turnsFor(steps), isCurrent);
      if (!isCurrent()) return;
      this.preview = this.#previews.get(actions) ?? null;
      // The response did not contain this turn.
      if (this.preview === null) this.reset();
      else void this.#prefetchNext(steps, isCurrent);
    } catch (caught) {
      // Without a preview the next offers are unknown: start the turn again.
      if (!isCurrent()) return;
      this.reset();
      this.#report(caught);
    } finally {
      if (isCurrent()) this.isBusy = false;
    }
  }

  /** Prefetches the preview of the default placement in each cell while nothing
   * is chosen, so that a tap is answered without a round trip. */
  async prefetch(): Promise<void> {
    const [revision, request] = [this.#revision, this.#request];
    const turns = this.cells.flatMap(({ placements: [first] }) => (first === undefined ? [] : [[first.action]]));
    for (let at = 0; at < turns.length; at += AHEAD) {
      if (revision !== this.#revision || this.steps.length > 0) return;
      try {
        await this.#previews.fetch(turns.slice(at, at + AHEAD), () => request === this.#request);
      } catch {
        return;
      }
    }
  }

  /** Prefetches the previews of the next choices after `steps`: the other
   * placements in the cell, then the offers, so that a tap is shown at once. */
  async #prefetchNext(steps: readonly Step[], isCurrent: () => boolean): Promise<void> {
    const actions = steps.map((step) => step.offer.action);
    try {
      await this.#previews.fetch(this.#turnsFor(steps), isCurrent);
      const next = this.#previews.get(actions)?.offers?.offers ?? [];
      if (!isCurrent()) return;
      await this.#previews.fetch(
        next.map(({ action }) => [...actions, action]),
        isCurrent,
      );
    } catch {
      // Choosing one of them requests its preview again.
    }
  }

  /** Returns the turns to request for `steps`: the turn itself and, if its last
   * step places the tile, the other placements in that cell. */
  #turnsFor(steps: readonly Step[]): string[][] {
    const actions = steps.map((step) => step.offer.action);
    const last = steps.at(-1)?.offer;
    const placements = last && isPlacing(last) ? this.placementsAt(last.what.cell) : [];
    return [actions, ...placements.map((placement) => [...actions.slice(0, -1), placement.action])];
  }
}
