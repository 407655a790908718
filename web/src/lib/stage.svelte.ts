// Shows what happens at a table: moves of others one after the other, each with
// its lights, points, figures and sounds. Loaded after the board.

import type { GameEvent, GameView, TableEvent } from '../wire/wire';
import type { Desk } from './desk.svelte';
import { finalSteps } from '../table/finals';
import { t, tOr } from './i18n.svelte';
import { Live, type Waiting } from './live.svelte';
import { Motion } from './motion.svelte';
import { cellOf, type Move } from './moves';
import { prefs, STEPS } from './prefs.svelte';
import { rewound } from './rewind';
import { NORMAL_STEP, schedule, type Schedule } from './schedule';
import { play } from './sound';
import { seatName } from './words';

/** After a move of one's own the next one waits until it has been seen. */
const AFTER_OWN = 260;
/** Between the last move and the final scoring. */
const BEFORE_END = 900;

export class Stage {
  readonly #desk: Desk;
  readonly motion: Motion;
  readonly live: Live;
  /** What is to be read about the move that is shown. */
  text = $state('');
  /** Who made it; none if chance did. */
  seat = $state<number | null>(null);
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  /** Called for this move already, while the page was not seen. */
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

  /** Whether moves of others wait for each other. */
  get isPaced(): boolean {
    return !prefs.still && prefs.pace !== 'off';
  }

  /** Shows what happened. `before` is the game before all of it. */
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

  /** Shows a move once more; returns how long its parts take. */
  relive(move: Move): void {
    this.motion.clear();
    const { desk, events } = { desk: this.#desk, events: move.what.events };
    const pigs = desk.moves.filter((one) => one.seq < move.seq).flatMap((one) => one.what.events).filter((event) => event.kind === 'pig_moved');
    const game = desk.game;
    if (game !== null) this.motion.run(plan(events, false, game, pigs.at(-1)?.sector ?? null), pigs.at(-1)?.sector ?? null);
  }

  /** Shows the game as it stands. */
  skip(): void {
    if (this.live.isOn) this.motion.clear();
    this.live.skip();
    this.text = '';
    if (this.#endTimer !== undefined) this.#open();
  }

  close(): void {
    clearTimeout(this.#endTimer);
    clearTimeout(this.#textTimer);
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
    if (move.seq !== this.#called && isCalled(move.what.events, yours)) this.motion.run({ cues: [{ at: lasts, kind: 'sound', sound: 'turn' }], lasts }, null);
    if (this.live.of > 1 && cues.every((cue) => cue.kind !== 'pig')) this.#hush(lasts);
    return lasts;
  }

  /** Shows what came of a move of one's own; returns how long the next waits. */
  #own({ move, game }: Waiting, before: GameView | null): number {
    this.#desk.fresh = null;
    const { lasts, cues } = this.#run(move.what.events, { isOwn: true, game, before });
    return cues.length === 0 ? AFTER_OWN : lasts;
  }

  #run(events: readonly GameEvent[], { isOwn, game, before }: { isOwn: boolean; game: GameView; before: GameView | null }): Schedule {
    const pig = before?.land?.pig?.sector ?? null;
    const planned = plan(events, isOwn, game, pig);
    this.motion.run(planned, pig, (sector) => {
      const name = tOr(`sector.${sector}.name`, sector);
      const isThere = sector === game.land?.pig?.sector;
      this.#tell(isThere ? tOr(`event.pig_moved.${sector}`, name) : t('pig.at', { sector: name }), null, isThere ? 2_600 : 0);
    });
    return planned;
  }

  /** Shows words, for so long or until there are others. */
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
    // A lesson has its own words for the end.
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

const isCalled = (events: readonly GameEvent[], yours: readonly number[]): boolean =>
  events.some((event) => event.kind === 'turn_began' && yours.includes(event.seat)) && events.every((event) => event.kind !== 'game_ended');

function plan(events: readonly GameEvent[], isOwn: boolean, game: GameView, pig: string | null): Schedule {
  return schedule(events, { isOwn, game, pig, step: STEPS[prefs.pace] ?? NORMAL_STEP });
}
