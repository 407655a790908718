// Shows events of a table: moves of other players one after another, each with
// its lights, points, figures and sounds. Loaded after the board.

import type { EventView, GameView, BoardPoint, TableEvent, Xy } from '../wire/wire';
import type { TableSession } from './tableSession.svelte';
import { finalSteps } from '../table/finalScoring';
import { TILE } from './geometry';
import { MoveQueue, type QueuedMove } from './moveQueue.svelte';
import { Motion } from './motion.svelte';
import { cellOf, type Move } from './moves';
import { moveCaption, moveWords } from './narrate';
import { prefs, STEPS } from './prefs.svelte';
import { rewound } from './rewind';
import { NORMAL_STEP, schedule, type Circumstances, type Schedule } from './schedule';
import { play } from './sound';
import { MoveReplay } from './moveReplay.svelte';
import { seatName } from './words';

/** Delay after an own move without animations before the next move, in
 * milliseconds. */
const AFTER_OWN = 260;
/** Delay between the last move and the final scoring, in milliseconds. */
const BEFORE_END = 900;
/** Time the caption of an effect is shown, in milliseconds. */
const EFFECT_CAPTION = 2_600;

export class EventAnimator {
  readonly #session: TableSession;
  readonly motion: Motion;
  readonly queue: MoveQueue;
  /** Replay of past moves. */
  readonly replay = new MoveReplay({ show: (move) => this.#replayMove(move), done: () => this.#endReplay() });
  /** Caption of the move that is shown. */
  caption = $state('');
  /** Seat that made the move; `null` for a chance event. */
  captionSeat = $state<number | null>(null);
  #captionTimer: ReturnType<typeof setTimeout> | undefined;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  /** Event number of the move for which the turn sound was already played while
   * the page was hidden. */
  #turnSoundPlayedFor = -1;

  constructor(session: TableSession) {
    this.#session = session;
    this.motion = new Motion(async (site) => {
      try {
        const answer = await session.table.ask({ kind: 'feature', site });
        return answer.kind === 'feature' ? (answer.feature?.outline ?? null) : null;
      } catch {
        return null;
      }
    });
    this.queue = new MoveQueue((queued, before) => this.#showMove(queued, before));
  }

  /** True if moves of other players are shown one after another. */
  get isPaced(): boolean {
    return !prefs.reducedMotion && prefs.pace !== 'off';
  }

  /** Shows `events`. `before` is the game before the first of them. */
  show(events: readonly TableEvent[], before: GameView | null): void {
    const { table } = this.#session;
    const game = table.view?.game ?? null;
    const yours = table.view?.yours ?? [];
    const moves = events.flatMap(({ seq, what }): Move[] => (what.kind === 'moved' ? [{ seq, what }] : []));
    let earlier = before;
    for (const { what } of events) {
      if (what.kind === 'said') play('chat');
      if (what.kind === 'took_back') this.skip();
      if (what.kind === 'began' && game !== null) this.#run(what.events, { isOwn: true, game, before: null });
    }
    for (const move of moves) {
      if (game === null) break;
      const after = move === moves.at(-1) ? game : rewound(game, this.#session.display.moves, move.seq);
      const queued = { move, game: after };
      if (document.hidden && startsTurnOf(move.what.events, yours)) {
        this.#turnSoundPlayedFor = move.seq;
        play('turn');
      }
      if (yours.includes(move.what.seat)) {
        this.queue.skip();
        this.queue.delay(this.#showOwn(queued, earlier));
      } else if (this.isPaced) {
        this.queue.push(queued, earlier);
      } else {
        this.#showMove(queued, earlier);
      }
      earlier = after;
    }
    const over = events.find(({ what }) => what.kind === 'over');
    if (over?.what.kind === 'over') this.#finish(over.what.scores);
  }

  /** Returns the game to draw: the current one, the one before the moves that
   * are waiting, or an earlier one during a replay. */
  displayed(game: GameView): GameView {
    const shown = this.replay.isOn
      ? rewound(game, this.#session.display.moves, this.replay.seq)
      : (this.queue.game ?? game);
    return this.motion.walking?.(shown) ?? shown;
  }

  /** Replays moves one after another. */
  replayMoves(moves: readonly Move[]): void {
    this.skip();
    this.replay.start(moves);
  }

  /** Animates a move as if it had just been made, and returns its caption. */
  #replayMove(move: Move): string {
    const session = this.#session;
    const cell = cellOf(move);
    session.display.fresh = cell;
    if (cell !== null) session.camera.keepInView(null, cornersOf(cell));
    this.motion.clear();
    const earlier = session.display.moves.filter((one) => one.seq < move.seq).flatMap((one) => one.what.events);
    const { game } = session.display;
    if (game !== null) this.motion.run(plan(move.what.events, { isOwn: false, game, earlier }));
    session.messages.announce(moveWords(move, session.perspective));
    return moveCaption(move, session.perspective);
  }

  /** Returns from the replay to the current game. */
  #endReplay(): void {
    const { camera, turn } = this.#session;
    this.#session.display.fresh = null;
    this.motion.clear();
    camera.reserved = null;
    if (turn.placed === null) camera.restore();
    else camera.keepInView(turn.placed.what.cell, []);
  }

  /** Shows the current game without further animation. */
  skip(): void {
    if (this.queue.isOn) this.motion.clear();
    this.queue.skip();
    this.caption = '';
    if (this.#endTimer !== undefined) this.#showResult();
  }

  close(): void {
    clearTimeout(this.#endTimer);
    clearTimeout(this.#captionTimer);
    this.replay.stop();
    this.queue.close();
    this.motion.clear();
  }

  #showMove({ move, game }: QueuedMove, before: GameView | null): number {
    const session = this.#session;
    const cell = cellOf(move);
    session.display.fresh = cell;
    if (cell !== null) session.camera.reveal(cell);
    if (this.queue.of > 1) this.#setCaption(seatName(session.perspective.seats, move.what.seat), move.what.seat, 0);
    const { lasts, cues } = this.#run(move.what.events, { isOwn: false, game, before });
    const yours = session.table.view?.yours ?? [];
    if (move.seq !== this.#turnSoundPlayedFor && startsTurnOf(move.what.events, yours))
      this.motion.run({ cues: [{ at: lasts, kind: 'sound', sound: 'turn' }], lasts });
    if (this.queue.of > 1 && cues.every((cue) => cue.kind !== 'walk')) this.#clearCaptionAfter(lasts);
    return lasts;
  }

  /** Animates the results of an own move; returns the delay before the next
   * one. */
  #showOwn({ move, game }: QueuedMove, before: GameView | null): number {
    this.#session.display.fresh = null;
    const { lasts, cues } = this.#run(move.what.events, { isOwn: true, game, before });
    return cues.length === 0 ? AFTER_OWN : lasts;
  }

  #run(
    events: readonly EventView[],
    circumstances: { isOwn: boolean; game: GameView; before: GameView | null },
  ): Schedule {
    const planned = plan(events, circumstances);
    this.motion.run(planned, ({ caption, isEffective }) =>
      this.#setCaption(caption(), null, isEffective ? EFFECT_CAPTION : 0),
    );
    return planned;
  }

  /** Shows a caption for `lasts` milliseconds, or until the next one if `lasts`
   * is 0. */
  #setCaption(text: string, seat: number | null, lasts: number): void {
    clearTimeout(this.#captionTimer);
    this.captionSeat = seat;
    this.caption = text;
    if (lasts > 0) this.#clearCaptionAfter(lasts);
  }

  #clearCaptionAfter(lasts: number): void {
    clearTimeout(this.#captionTimer);
    this.#captionTimer = setTimeout(() => (this.caption = ''), lasts + 300);
  }

  /** The game is over: the final scoring follows the last move. */
  #finish(scores: readonly number[]): void {
    const session = this.#session;
    const [first] = finalSteps(session.table.events, scores);
    // A lesson has its own texts for the end of the game.
    if (!this.isPaced || first === undefined || session.lesson.checkTurn !== null) {
      this.queue.whenIdle(() => {
        play('end');
        session.panels.open = 'end';
      });
      return;
    }
    session.display.finalScores = first.scores.map((points, seat) => points - (first.gains[seat] ?? 0));
    this.queue.whenIdle(() => {
      this.#endTimer = setTimeout(() => this.#showResult(), BEFORE_END);
    });
  }

  #showResult(): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#session.display.hasJustEnded = true;
    this.#session.panels.open = 'end';
  }
}

const startsTurnOf = (events: readonly EventView[], yours: readonly number[]): boolean =>
  events.some((event) => event.kind === 'turn_began' && yours.includes(event.seat)) &&
  events.every((event) => event.kind !== 'game_ended');

function plan(events: readonly EventView[], circumstances: Omit<Circumstances, 'step'>): Schedule {
  return schedule(events, { ...circumstances, step: STEPS[prefs.pace] ?? NORMAL_STEP });
}

/** Returns points near the corners of a tile, so that the camera shows all of
 * it. */
const cornersOf = ({ x, y }: Xy): BoardPoint[] =>
  [0.1, 0.9].flatMap((across) => [0.1, 0.9].map((down) => ({ x: (x + across) * TILE, y: (y + down) * TILE })));
