// The page of puzzles: the list, the open puzzle and the progress of the solver.

import type { PuzzleAnswerView, PuzzleLine } from '../wire/wire';
import { loadExpansionTexts } from '../lib/i18n.svelte';
import { send } from '../lib/request';
import { localClient } from '../local/client';
import FILE from '../../../crates/bastide-study/puzzles/puzzles.txt?url';
import { choose, gamesOf, type Filter } from './choice';
import { dayOf } from './days';
import { Progress } from './progress.svelte';
import { OpenPuzzle } from './puzzle.svelte';

export class Puzzles {
  readonly progress = new Progress();
  list = $state.raw<readonly PuzzleLine[]>([]);
  open = $state.raw<OpenPuzzle | null>(null);
  /** The day of the open puzzle if it is a daily one. */
  day = $state<number | null>(null);
  /** True if no puzzle is wanted, or there is none with the id of the address. */
  isNone = $state(false);
  /** The change of the rating by the answer; `null` if it did not count. */
  change = $state<number | null>(null);
  /** Number of the latest request to open a puzzle. */
  #request = 0;
  #isClosed = false;
  /** The file of puzzles, which is part of the build. */
  #text: string | null = null;

  close(): void {
    this.#isClosed = true;
    this.open?.close();
  }

  /** Opens the puzzle with a name from the address: that of the day, one with an id,
   * or the next one. */
  async start(name: string | null): Promise<void> {
    const request = ++this.#request;
    this.#text ??= await (await send(FILE, {})).text();
    if (this.list.length === 0) this.list = await localClient.request('puzzles', { text: this.#text });
    const today = dayOf(Date.now());
    const daily = await localClient.request('puzzle_daily', { text: this.#text, day: today });
    if (request !== this.#request) return;
    const id = name === 'daily' ? daily : name;
    const line = id === null ? this.#next(daily) : (this.list.find((one) => one.id === id) ?? null);
    await this.#show(line, name === 'daily' ? today : null, request);
  }

  setFilter(filter: Filter): Promise<void> {
    this.progress.filter = filter;
    return this.start(null);
  }

  #next(daily: string | null): PuzzleLine | null {
    const { progress } = this;
    const { game } = progress.filter;
    // Stored by a build with other puzzles.
    if (game !== null && !gamesOf(this.list).includes(game)) progress.filter = { ...progress.filter, game: null };
    return choose(this.list, {
      filter: progress.filter,
      rating: progress.solver.rating,
      ratingOf: (puzzle) => progress.ratingOf(puzzle).rating,
      tried: (id) => progress.tried(id),
      avoided: [this.open?.line.id ?? '', daily ?? ''],
      random: Math.random(),
    });
  }

  async #show(line: PuzzleLine | null, day: number | null, request: number): Promise<void> {
    const made = line === null ? null : await OpenPuzzle.open(line, (verdict) => this.#take(verdict));
    await loadExpansionTexts(/\brules=(\S+)/.exec(made?.puzzle.record ?? '')?.[1] ?? '');
    if (request !== this.#request || this.#isClosed) {
      made?.close();
      return;
    }
    this.open?.close();
    [this.open, this.day, this.isNone, this.change] = [made, day, made === null, null];
  }

  /** Stores an answer. The first one at a puzzle changes the ratings. */
  async #take({ is_right }: PuzzleAnswerView): Promise<void> {
    const { open, progress, day } = this;
    if (open === null) return;
    const { line } = open;
    this.change = null;
    if (progress.tried(line.id) === null) {
      const before = progress.solver;
      const rated = await localClient.request('puzzle_rate', {
        solver: before,
        puzzle: progress.ratingOf(line),
        score: Number(is_right),
      });
      progress.addFirst(line.id, is_right, Date.now(), rated);
      this.change = rated.solver.rating - before.rating;
    } else {
      progress.addFurther(line.id, Date.now());
    }
    if (is_right && day !== null && !open.isRevealed) progress.addDay(day);
  }
}
