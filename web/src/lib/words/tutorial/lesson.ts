/** Interactive lessons: a real table with a fixed tile order and two seats on
 * one screen. Seat 0 is the learner; the client plays seat 1. */

/** A cell, as in `Xy`. */
export interface At {
  readonly x: number;
  readonly y: number;
}

/** A stage of the learner's turn: its text and the expected action. */
export interface Stage {
  /** Key of the text. */
  readonly text: string;
  /** The action that continues the lesson, in record notation. */
  readonly action: string;
  /** Equally acceptable actions. */
  readonly or?: readonly string[];
}

/** A text to read; the learner presses "go on". */
export interface Read {
  readonly kind: 'read';
  readonly text: string;
  /** Cells to mark on the board. */
  readonly cells?: readonly At[];
  /** A site of the feature to outline, in record notation. */
  readonly site?: string;
}

/** The learner's turn. Its stages are the actions of one turn, in order. */
export interface Play {
  readonly kind: 'play';
  /** The tile drawn for this turn. */
  readonly tile: string;
  readonly stages: readonly Stage[];
  /** The kind of the wall token that is revealed. If only the order of tiles is
   * fixed, the server reveals the smallest kind left. */
  readonly reveals?: number;
}

/** The opponent's turn: the client sends the actions and shows the text. */
export interface Watch {
  readonly kind: 'watch';
  readonly tile: string;
  readonly actions: readonly string[];
  readonly text: string;
  readonly cells?: readonly At[];
}

export type Step = Read | Play | Watch;

export interface Lesson {
  /** Name of the game or the expansion. */
  readonly name: string;
  /** Family and rules for `NewTable`. The deck is `deck(lesson)`. */
  readonly game: 'land' | 'stronghold';
  readonly rules: string;
  readonly steps: readonly Step[];
  /** Final scores by seat. */
  readonly scores: readonly [number, number];
}

/** The texts of a lesson, by the keys in its steps. */
export type LessonTexts = Readonly<Record<string, string>>;

/** Returns true if an action is the one expected by a stage. */
export const isWanted = (stage: Stage | undefined, action: string | undefined): boolean =>
  stage !== undefined && action !== undefined && (action === stage.action || (stage.or ?? []).includes(action));

/** Returns the tiles in the order they are drawn, for `DealPlan`. */
export function deck(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step) => (step.kind === 'read' ? [] : [step.tile]));
}

/** Returns the keys of all texts, in the order they are shown. */
export function textKeys(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step) => (step.kind === 'play' ? step.stages.map((stage) => stage.text) : [step.text]));
}

/** Returns the lesson as the record of a game, so that it can be checked. */
export function record(lesson: Lesson): string {
  const rules = lesson.rules === '' ? '' : ` rules=${lesson.rules}`;
  const lines = ['bastide 1', `game ${lesson.game}${rules} seats=2 first=0 deck=${deck(lesson).join(',')}`];
  for (const step of lesson.steps) {
    if (step.kind === 'read') continue;
    const actions = step.kind === 'play' ? step.stages.map((stage) => stage.action) : step.actions;
    const revealed = step.kind === 'play' && step.reveals !== undefined ? [`T${String(step.reveals)}`] : [];
    lines.push([`D${step.tile}`, ...actions, ...revealed].join(' '));
  }
  lines.push(`end ${lesson.scores.join(' ')}`);
  return `${lines.join('\n')}\n`;
}
