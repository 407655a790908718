// Keyboard control of the game.

import type { Desk } from './desk.svelte';
import type { Direction } from './geometry';
import { t } from './i18n.svelte';
import { offerWords, sorted, spotsWords } from './offers';
import { timeWords, leftAt } from './time';
import { seatLabel } from './words';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Returns true if key presses belong to a form control or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('input, textarea, select, dialog') !== null;
}

/** Returns the key handler of a table page. */
export function keysFor(desk: Desk, step: (direction: Direction) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      step(arrow);
    } else if (event.key === 'Enter' || event.key === ' ') {
      // A focused button handles the key itself, except a cell that is already
      // chosen.
      const button = event.target instanceof Element ? event.target.closest('button, a, summary') : null;
      const isChosenCell = button?.matches('[data-cell].here') === true;
      if (event.key === ' ' || (button !== null && !isChosenCell)) return;
      if (desk.turn.isComplete) void desk.confirm();
      else if (isChosenCell) desk.say(spotsWords(sorted(desk.turn.choices).pinned.length));
      else return;
    } else if (!act(desk, event)) {
      return;
    }
    desk.areKeysUsed = true;
    event.preventDefault();
  };
}

/** Performs the action of a key; returns false if it has none. Uses the
 * physical key, so that it works with any keyboard layout. */
function act(desk: Desk, event: KeyboardEvent): boolean {
  const { turn, lookout } = desk;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined && !event.shiftKey) return choose(desk, Number(digit));
  if (event.key === '?') {
    desk.toggle('keys');
    return true;
  }
  if (event.key === '+' || event.key === '=') return did(() => lookout.step(1.3));
  if (event.key === '-') return did(() => lookout.step(1 / 1.3));
  switch (event.code) {
    case 'KeyR':
      return did(() => void turn.turn(event.shiftKey ? -1 : 1));
    case 'KeyZ':
      return did(() => {
        turn.reset();
        desk.say(t('a11y.undone'));
      });
    case 'KeyF':
      return desk.hasAids && did(() => void desk.toggleFields());
    case 'KeyT':
      return desk.hasAids && did(() => desk.toggle('tiles'));
    case 'KeyH':
      return did(() => desk.toggle('history'));
    case 'KeyL':
      return did(() => desk.showLast());
    case 'KeyP':
      return desk.since.length > 0 && did(() => desk.toggleStory());
    case 'KeyS':
      return desk.hasAids && did(() => desk.toggle('standing'));
    case 'KeyC':
      return did(() => desk.say(scoresAloud(desk)));
    case 'KeyB':
      return desk.hasCoach && did(() => void desk.askHint());
    case 'KeyG':
      return did(() => desk.toggleMap());
    case 'KeyI':
      return desk.hasAids && did(() => about(desk));
    case 'Home':
      return did(() => lookout.fit());
    case 'Escape':
      return did(() => back(desk));
    default:
      return false;
  }
}

function did(deed: () => void): true {
  deed();
  return true;
}

function choose(desk: Desk, digit: number): boolean {
  const { pinned, loose, pass } = sorted(desk.turn.choices);
  const offer = digit === 0 ? pass : ([...pinned, ...loose][digit - 1] ?? null);
  if (offer === null) return false;
  desk.say(digit === 0 ? t('a11y.spot.none') : t('a11y.spot.chosen', { spot: offerWords(offer.what) }));
  void desk.turn.choose(offer);
  return true;
}

function back(desk: Desk): void {
  if (desk.isBehind) desk.catchUp();
  else if (desk.panel !== null) desk.panel = null;
  else if (desk.feature !== null) desk.forget();
  else desk.turn.undo();
}

/** Requests the features of the focused cell, or of the cell that would get the
 * focus. */
function about(desk: Desk): void {
  const asked = document.activeElement?.closest('[data-cell]') ?? document.querySelector('[data-cell][tabindex="0"]');
  const [x, y] = asked?.getAttribute('data-cell')?.split(',').map(Number) ?? [];
  if (x !== undefined && y !== undefined) void desk.askTile({ x, y });
}

function scoresAloud(desk: Desk): string {
  const view = desk.table.view;
  if (view === null) return '';
  return view.seats
    .map((_, seat) => {
      const points = t('score.of', { name: seatLabel(view, seat), n: view.game.scores[seat] ?? 0 });
      if (view.clock === null) return points;
      return `${points}, ${t('clock.left', { time: timeWords(leftAt(view.clock, seat, Date.now() + desk.table.ahead)) })}`;
    })
    .join('. ');
}
