// A puzzle on the board: its position, the answer of the solver and the lines that
// explain it.

import type { PuzzleAnswerView, PuzzleLine, PuzzleView } from '../wire/wire';
import { fragmentOf } from '../analysis/link';
import { AnalysisConnection } from '../analysis/connection';
import { TableSession } from '../lib/tableSession.svelte';
import type { Place } from '../local/calls';
import { localClient } from '../local/client';

/** Id of the table, which no other has. */
const PUZZLE = 'local-puzzle';

/** The lines that the board can show: the position of the puzzle, the turn of the
 * solver, the reply to it and the solution. */
export type Shown = 'position' | 'answer' | 'reply' | 'solution';

export class OpenPuzzle {
  readonly line: PuzzleLine;
  readonly puzzle: PuzzleView;
  readonly session: TableSession;
  /** The judgement of the latest answer. */
  verdict = $state.raw<PuzzleAnswerView | null>(null);
  shown = $state<Shown>('position');
  /** True after the solution was shown: a further answer would not be a solution. */
  isRevealed = $state(false);
  #answer: readonly string[] = [];
  /** The actions after the position that the board shows. */
  #actions: readonly string[] = [];
  readonly #connection: AnalysisConnection;

  private constructor(line: PuzzleLine, puzzle: PuzzleView, onanswer: (verdict: PuzzleAnswerView) => Promise<void>) {
    this.line = line;
    this.puzzle = puzzle;
    const made: AnalysisConnection[] = [];
    this.session = new TableSession(PUZZLE, null, (_, __, listener) => {
      const connection = new AnalysisConnection(
        () => this.#place(),
        listener,
        async (actions) => onanswer(await this.#judge(actions)),
      );
      made.push(connection);
      return connection;
    });
    // The table connects at once.
    const [connection] = made;
    if (connection === undefined) throw new Error('the table has no connection');
    this.#connection = connection;
  }

  /** Opens a puzzle. `onanswer` is called with the judgement of every answer. */
  static async open(line: PuzzleLine, onanswer: (verdict: PuzzleAnswerView) => Promise<void>): Promise<OpenPuzzle> {
    const puzzle = await localClient.request('puzzle', { text: line.text });
    const opened = new OpenPuzzle(line, puzzle, onanswer);
    await opened.show('position');
    return opened;
  }

  close(): void {
    this.session.close();
  }

  /** Shows a line. Turns can be planned in the position of the puzzle only. */
  async show(shown: Shown): Promise<void> {
    this.#actions = this.#lineOf(shown);
    const position = await localClient.request('position', this.#place());
    this.shown = shown;
    if (shown === 'position') this.verdict = null;
    if (shown === 'solution') this.isRevealed = true;
    this.#connection.show(shown === 'position' ? position : { ...position, offers: null }, [this.puzzle.seat]);
  }

  /** Returns the address of the analysis board with the solution as the main line,
   * and the answer as a variation. */
  async analysis(): Promise<string> {
    const lines = this.puzzle.record.trimEnd().split('\n');
    const begun = lines.pop() ?? '';
    const turn = (actions: readonly string[]): string => [begun, ...actions].join(' ');
    const { verdict } = this;
    if (verdict === null) lines.push(begun);
    else {
      lines.push(turn(verdict.solution));
      if (turn(this.#answer) !== turn(verdict.solution)) lines.push('#! (', `#! ${turn(this.#answer)}`, '#! )');
    }
    return `/analysis${await fragmentOf(`${lines.join('\n')}\n`)}`;
  }

  #place(): Place {
    return { record: this.puzzle.record, line: this.#actions.join(' ') };
  }

  #lineOf(shown: Shown): readonly string[] {
    const { refutation = null, solution = [] } = this.verdict ?? {};
    switch (shown) {
      case 'position':
        return [];
      case 'answer':
        return this.#answer;
      case 'reply':
        return refutation === null ? this.#answer : [...this.#answer, refutation.draw, ...refutation.actions];
      case 'solution':
        return solution;
    }
  }

  async #judge(actions: readonly string[]): Promise<PuzzleAnswerView> {
    const verdict = await localClient.request('puzzle_answer', { text: this.line.text, actions });
    this.#answer = actions;
    this.verdict = verdict;
    await this.show('answer');
    return verdict;
  }
}
