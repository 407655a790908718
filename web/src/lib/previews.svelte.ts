// Cache of previews: the events of a turn that is not sent yet, and the offers
// after it.

import type { BoardPoint, PreviewView, Xy } from '../wire/wire';
import { Refusal } from './request';
import { cellAt, isSame, middle, rotated } from './geometry';
import type { Table } from './table.svelte';

/** Maximum number of turns in one `previews` question; the server answers at
 * most 16. */
const AT_ONCE = 16;
/** Delay before a question that exceeded the rate limit is repeated, in
 * milliseconds, and the maximum number of repetitions. */
const RETRY_DELAY = 400;
const MAX_RETRIES = 4;
/** Spots closer together than this, in board units, are considered equal. */
const NEAR = 8;

const keyOf = (actions: readonly string[]): string => actions.join(' ');

export class Previews {
  readonly #table: Pick<Table, 'ask'>;
  readonly #known = new Map<string, PreviewView>();
  /** Pending requests, keyed by turn. */
  readonly #pending = new Map<string, Promise<void>>();
  /** Figure spots seen so far for each tile kind, relative to the centre of the
   * unrotated tile. */
  #spots = $state.raw<ReadonlyMap<string, readonly BoardPoint[]>>(new Map());
  /** Incremented for each state of the game: answers about an earlier one are
   * ignored. */
  #generation = 0;

  constructor(table: Pick<Table, 'ask'>) {
    this.#table = table;
  }

  /** Returns the preview of a turn if it is known. */
  get(actions: readonly string[]): PreviewView | undefined {
    return this.#known.get(keyOf(actions));
  }

  /** Forgets all previews: the game has changed. */
  clear(): void {
    this.#known.clear();
    this.#generation += 1;
  }

  /** Returns the figure spots known for a tile, on the board. */
  spotsOn(tile: string, { cell, rotation }: { cell: Xy; rotation: number }): BoardPoint[] {
    const { x, y } = middle(cell);
    return (this.#spots.get(tile) ?? []).map((spot) => {
      const off = rotated(spot, rotation);
      return { x: x + off.x, y: y + off.y };
    });
  }

  /** Requests previews of `turns` in one question, or waits for requests that
   * are already pending. Gives up if `isCurrent` no longer holds. */
  async fetch(turns: readonly string[][], isCurrent: () => boolean): Promise<void> {
    const unknown = new Map(
      turns.map((turn) => [keyOf(turn), turn] as const).filter(([name]) => !this.#known.has(name)),
    );
    const awaited = new Set<Promise<void>>();
    for (const name of unknown.keys()) {
      const pending = this.#pending.get(name);
      if (pending === undefined) continue;
      awaited.add(pending);
      unknown.delete(name);
    }
    const names = [...unknown.keys()].slice(0, AT_ONCE);
    if (names.length > 0) {
      const question = this.#ask([...unknown.values()].slice(0, AT_ONCE), isCurrent).finally(() =>
        names.forEach((name) => this.#pending.delete(name)),
      );
      names.forEach((name) => this.#pending.set(name, question));
      awaited.add(question);
    }
    await Promise.all(awaited);
  }

  async #ask(turns: string[][], isCurrent: () => boolean): Promise<void> {
    const generation = this.#generation;
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await this.#table.ask({ kind: 'previews', turns });
        if (answer.kind === 'previews' && generation === this.#generation)
          answer.previews.forEach((preview) => this.#add(preview));
        return;
      } catch (caught) {
        const isRateLimited = caught instanceof Refusal && caught.code === 'message/too_many';
        if (!isRateLimited || tries >= MAX_RETRIES) throw caught;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
        if (!isCurrent()) return;
      }
    }
  }

  /** Adds a preview and the figure spots of its tile. */
  #add(preview: PreviewView): void {
    this.#known.set(keyOf(preview.actions), preview);
    const laid = preview.events.find((event) => event.kind === 'tile_placed')?.laid;
    if (laid === undefined) return;
    const { x, y } = middle(laid.cell);
    const spots = [...(this.#spots.get(laid.tile) ?? [])];
    const before = spots.length;
    for (const { what } of preview.offers?.offers ?? []) {
      if (what.kind !== 'deploy' || !isSame(cellAt(what.at), laid.cell)) continue;
      const spot = rotated({ x: what.at.x - x, y: what.at.y - y }, -laid.rotation);
      if (spots.every((one) => Math.hypot(one.x - spot.x, one.y - spot.y) > NEAR)) spots.push(spot);
    }
    if (spots.length > before) this.#spots = new Map([...this.#spots, [laid.tile, spots]]);
  }
}
