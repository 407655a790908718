/**
 * A first game that is played: a fixed order of tiles on a real table with
 * two seats on one screen. Seat 0 is the learner; the client plays seat 1.
 */

/** A cell, as in `Xy`. */
export interface At {
  readonly x: number;
  readonly y: number;
}

/** A part of the learner's turn: what is said and what is to be done. */
export interface Stage {
  /** Key of the text. */
  readonly text: string;
  /** The one action that goes on with the lesson, as in records. */
  readonly action: string;
  /** Actions that are just as good. */
  readonly or?: readonly string[];
}

/** Something is told; the learner presses "go on". */
export interface Read {
  readonly kind: 'read';
  readonly text: string;
  /** What it is about, to be marked on the board. */
  readonly cells?: readonly At[];
  /** A part of the feature it is about, as in records: all of it is outlined. */
  readonly site?: string;
}

/** The learner's turn. Its stages are the actions of one turn, in order. */
export interface Play {
  readonly kind: 'play';
  /** The tile that is drawn for it. */
  readonly tile: string;
  readonly stages: readonly Stage[];
  /** The kind of the wall token it brings. Where only the tiles are chosen the
   * server turns up the smallest kind left. */
  readonly reveals?: number;
}

/** The other's turn: the client sends the actions and tells the text. */
export interface Watch {
  readonly kind: 'watch';
  readonly tile: string;
  readonly actions: readonly string[];
  readonly text: string;
  readonly cells?: readonly At[];
}

export type Step = Read | Play | Watch;

/** The lessons, in the order they are shown. */
export const LESSONS = ['base', 'bridges', 'wheel', 'stronghold'] as const;
export type LessonName = (typeof LESSONS)[number];

export interface Lesson {
  readonly name: LessonName;
  /** For `NewTable`: the family and the mix. The deck is `deck(lesson)`. */
  readonly game: 'land' | 'stronghold';
  readonly rules: string;
  readonly steps: readonly Step[];
  /** Final points by seat. */
  readonly scores: readonly [number, number];
}

/** The texts of a lesson, by the keys its steps name. */
export type LessonTexts = Readonly<Record<string, string>>;

/** True if an action does what a stage asks for. */
export const isWanted = (stage: Stage | undefined, action: string | undefined): boolean =>
  stage !== undefined && action !== undefined && (action === stage.action || (stage.or ?? []).includes(action));

/** The tiles in the order they are drawn, for `DealPlan`. */
export function deck(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step) => (step.kind === 'read' ? [] : [step.tile]));
}

/** The keys of all texts, in the order they are told. */
export function textKeys(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step) => (step.kind === 'play' ? step.stages.map((stage) => stage.text) : [step.text]));
}

/** The lesson as the record of a game, so that it can be checked. */
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
