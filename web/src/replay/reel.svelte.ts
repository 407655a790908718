// The moments of a game, fetched a stretch at a time and kept.

import type { GameEvent, Scene } from '../wire/wire';
import { scene, scenes } from '../lib/api';

/** How many moments are fetched at once. */
const STRETCH = 24;

interface Moment {
  scene: Scene;
  events: GameEvent[];
}

export class Reel {
  readonly #id: string;
  readonly #wanted: number;
  readonly #moments = new Map<number, Moment>();
  readonly #coming = new Map<number, Promise<void>>();
  at = $state(0);
  of = $state(0);
  #shown = $state.raw<Moment | null>(null);

  constructor(id: string, wanted: number) {
    this.#id = id;
    this.#wanted = wanted;
  }

  get scene(): Scene | null {
    return this.#shown?.scene ?? null;
  }

  /** What led to the moment that is shown. */
  get events(): GameEvent[] {
    return this.#shown?.events ?? [];
  }

  /** Fetches the first moment that is shown. */
  async start(): Promise<void> {
    const first = await scene(this.#id, 0);
    this.of = first.of;
    this.#moments.set(0, { scene: first, events: [] });
    await this.go(Number.isInteger(this.#wanted) ? this.#wanted : first.of);
  }

  /** Shows a moment; if another is asked for meanwhile, that one. */
  async go(wanted: number): Promise<void> {
    const at = Math.min(Math.max(0, wanted), this.of);
    this.at = at;
    if (!this.#moments.has(at)) await this.#fetch(Math.floor(at / STRETCH));
    if (this.at === at) this.#shown = this.#moments.get(at) ?? this.#shown;
    // The next stretch is fetched before it is needed.
    const next = Math.floor(at / STRETCH) + 1;
    if (at % STRETCH > STRETCH / 2 && next * STRETCH <= this.of) void this.#fetch(next);
  }

  #fetch(stretch: number): Promise<void> {
    const known = this.#coming.get(stretch);
    if (known) return known;
    const from = stretch * STRETCH;
    const coming = scenes(this.#id, from, Math.min(this.of, from + STRETCH - 1)).then(({ scenes: found, events }) => {
      found.forEach((one, n) => this.#moments.set(one.actions, { scene: one, events: events[n] ?? [] }));
    });
    this.#coming.set(stretch, coming);
    coming.catch(() => this.#coming.delete(stretch));
    return coming;
  }
}
