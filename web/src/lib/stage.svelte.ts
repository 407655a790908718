// Shows events of a table: moves of other players one after another, each with
// its lights, points, figures and sounds. Loaded after the board.

import type { EventView, GameView, BoardPoint, TableEvent, Xy } from '../wire/wire';
import type { Desk } from './desk.svelte';
import { finalSteps } from '../table/finals';
import { TILE, type Box } from './geometry';
import { t, tOr } from './i18n.svelte';
import { Live, type Waiting } from './live.svelte';
import { Motion } from './motion.svelte';
import { cellOf, type Move } from './moves';
import { moveCaption, moveWords } from './narrate';
import { prefs, STEPS } from './prefs.svelte';
import { rewound } from './rewind';
import { NORMAL_STEP, schedule, type Schedule } from './schedule';
import { play } from './sound';
import { Story } from './story.svelte';
import { seatName } from './words';

/** Delay after an own move without animations before the next move, in
 * milliseconds. */
const AFTER_OWN = 260;
/** Delay between the last move and the final scoring, in milliseconds. */
const BEFORE_END = 900;
/** Height of the caption of replayed moves, in pixels. */
const CAPTION = 84;

export class Stage {
  readonly #desk: Desk;
  readonly motion: Motion;
  readonly live: Live;
  /** Replay of past moves. */
  readonly story = new Story({ show: (move) => this.#relive(move), done: () => this.#wake() });
  /** Caption of the move that is shown. */
  text = $state('');
  /** Seat that made the move; `null` for a chance event. */
  seat = $state<number | null>(null);
  /** Area of the board covered by the caption of a replay. */
  #caption: Box | null = null;
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  /** Event number of the move for which the turn sound was already played while
   * the page was hidden. */
  #called = -1;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.motion = new Motion(async (site) => {
      try {
        const answer = await desk.table.ask({ kind: 'feature', site });
        return answer.kind === 'feature' ? (answer.feature?.outline ?? null) : null;
      } catch {
        return null;
      }
    });
    this.live = new Live((waiting, before) => this.#show(waiting, before));
  }

  /** True if moves of other players are shown one after another. */
  get isPaced(): boolean {
    return !prefs.still && prefs.pace !== 'off';
  }

  /** Shows `events`. `before` is the game before the first of them. */
  see(events: readonly TableEvent[], before: GameView | null): void {
    const { table } = this.#desk;
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
      const after = move === moves.at(-1) ? game : rewound(game, this.#desk.moves, move.seq);
      const waiting = { move, game: after };
      if (document.hidden && isCalled(move.what.events, yours)) {
        this.#called = move.seq;
        play('turn');
      }
      if (yours.includes(move.what.seat)) {
        this.live.skip();
        this.live.hold(this.#own(waiting, earlier));
      } else if (this.isPaced) {
        this.live.push(waiting, earlier);
      } else {
        this.#show(waiting, earlier);
      }
      earlier = after;
    }
    const over = events.find(({ what }) => what.kind === 'over');
    if (over?.what.kind === 'over') this.#end(over.what.scores);
  }

  /** Returns the game to draw: the current one, the one before the moves that
   * are waiting, or an earlier one during a replay. */
  shown(game: GameView): GameView {
    const shown = this.story.isOn ? rewound(game, this.#desk.moves, this.story.seq) : (this.live.game ?? game);
    const sector = this.motion.pig;
    if (sector === null || !shown.land?.pig) return shown;
    return { ...shown, land: { ...shown.land, pig: { ...shown.land.pig, sector } } };
  }

  /** Replays moves one after another. */
  retell(moves: readonly Move[]): void {
    this.skip();
    this.story.tell(moves);
    const { lookout } = this.#desk;
    this.#caption = { left: 0, top: 0, right: lookout.width, bottom: lookout.inset.top + CAPTION };
    lookout.covers = [...lookout.covers, this.#caption];
  }

  /** Animates a move as if it had just been made, and returns its caption. */
  #relive(move: Move): string {
    const desk = this.#desk;
    const cell = cellOf(move);
    desk.fresh = cell;
    if (cell !== null) desk.lookout.aim(null, cornersOf(cell));
    this.motion.clear();
    const pigs = desk.moves
      .filter((one) => one.seq < move.seq)
      .flatMap((one) => one.what.events)
      .filter((event) => event.kind === 'pig_moved');
    const pig = pigs.at(-1)?.sector ?? null;
    const { game } = desk;
    if (game !== null) this.motion.run(plan(move.what.events, false, game, pig), pig);
    desk.say(moveWords(move, desk.circle));
    return moveCaption(move, desk.circle);
  }

  /** Returns from the replay to the current game. */
  #wake(): void {
    const { lookout, turn } = this.#desk;
    this.#desk.fresh = null;
    this.motion.clear();
    lookout.covers = lookout.covers.filter((box) => box !== this.#caption);
    if (turn.placed === null) lookout.retreat();
    else lookout.aim(turn.placed.what.cell, []);
  }

  /** Shows the current game without further animation. */
  skip(): void {
    if (this.live.isOn) this.motion.clear();
    this.live.skip();
    this.text = '';
    if (this.#endTimer !== undefined) this.#open();
  }

  close(): void {
    clearTimeout(this.#endTimer);
    clearTimeout(this.#textTimer);
    this.story.stop();
    this.live.close();
    this.motion.clear();
  }

  #show({ move, game }: Waiting, before: GameView | null): number {
    const desk = this.#desk;
    const cell = cellOf(move);
    desk.fresh = cell;
    if (cell !== null) desk.lookout.reveal(cell);
    if (this.live.of > 1) this.#tell(seatName(desk.circle.seats, move.what.seat), move.what.seat, 0);
    const { lasts, cues } = this.#run(move.what.events, { isOwn: false, game, before });
    const yours = desk.table.view?.yours ?? [];
    if (move.seq !== this.#called && isCalled(move.what.events, yours))
      this.motion.run({ cues: [{ at: lasts, kind: 'sound', sound: 'turn' }], lasts }, null);
    if (this.live.of > 1 && cues.every((cue) => cue.kind !== 'pig')) this.#hush(lasts);
    return lasts;
  }

  /** Animates the results of an own move; returns the delay before the next
   * one. */
  #own({ move, game }: Waiting, before: GameView | null): number {
    this.#desk.fresh = null;
    const { lasts, cues } = this.#run(move.what.events, { isOwn: true, game, before });
    return cues.length === 0 ? AFTER_OWN : lasts;
  }

  #run(
    events: readonly EventView[],
    { isOwn, game, before }: { isOwn: boolean; game: GameView; before: GameView | null },
  ): Schedule {
    const pig = before?.land?.pig?.sector ?? null;
    const planned = plan(events, isOwn, game, pig);
    this.motion.run(planned, pig, (sector) => {
      const name = tOr(`sector.${sector}.name`, sector);
      const isThere = sector === game.land?.pig?.sector;
      this.#tell(
        isThere ? tOr(`event.pig_moved.${sector}`, name) : t('pig.at', { sector: name }),
        null,
        isThere ? 2_600 : 0,
      );
    });
    return planned;
  }

  /** Shows a caption for `lasts` milliseconds, or until the next one if `lasts`
   * is 0. */
  #tell(text: string, seat: number | null, lasts: number): void {
    clearTimeout(this.#textTimer);
    this.seat = seat;
    this.text = text;
    if (lasts > 0) this.#hush(lasts);
  }

  #hush(lasts: number): void {
    clearTimeout(this.#textTimer);
    this.#textTimer = setTimeout(() => (this.text = ''), lasts + 300);
  }

  /** The game is over: the final scoring follows the last move. */
  #end(scores: readonly number[]): void {
    const desk = this.#desk;
    const [first] = finalSteps(desk.table.events, scores);
    // A lesson has its own texts for the end of the game.
    if (!this.isPaced || first === undefined || desk.censor !== null) {
      this.live.whenIdle(() => {
        play('end');
        desk.panel = 'end';
      });
      return;
    }
    desk.tally = first.scores.map((points, seat) => points - (first.gains[seat] ?? 0));
    this.live.whenIdle(() => {
      this.#endTimer = setTimeout(() => this.#open(), BEFORE_END);
    });
  }

  #open(): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#desk.isFinale = true;
    this.#desk.panel = 'end';
  }
}

const isCalled = (events: readonly EventView[], yours: readonly number[]): boolean =>
  events.some((event) => event.kind === 'turn_began' && yours.includes(event.seat)) &&
  events.every((event) => event.kind !== 'game_ended');

function plan(events: readonly EventView[], isOwn: boolean, game: GameView, pig: string | null): Schedule {
  return schedule(events, { isOwn, game, pig, step: STEPS[prefs.pace] ?? NORMAL_STEP });
}

/** Returns points near the corners of a tile, so that the camera shows all of
 * it. */
const cornersOf = ({ x, y }: Xy): BoardPoint[] =>
  [0.1, 0.9].flatMap((across) => [0.1, 0.9].map((down) => ({ x: (x + across) * TILE, y: (y + down) * TILE })));
