// Keyboard control of the game.

import type { TableSession } from './tableSession.svelte';
import type { Direction } from './geometry';
import { t } from './i18n.svelte';
import { offerWords, groupOffers, spotsWords } from './offers';
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
export function keysFor(session: TableSession, step: (direction: Direction) => void): (event: KeyboardEvent) => void {
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
      if (session.turn.isComplete) void session.confirm();
      else if (isChosenCell) session.messages.announce(spotsWords(groupOffers(session.turn.choices).pinned.length));
      else return;
    } else if (!act(session, event)) {
      return;
    }
    session.keyboard.isUsed = true;
    event.preventDefault();
  };
}

/** Performs the action of a key; returns false if it has none. Uses the
 * physical key, so that it works with any keyboard layout. */
function act(session: TableSession, event: KeyboardEvent): boolean {
  const { turn, camera } = session;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined && !event.shiftKey) return choose(session, Number(digit));
  if (event.key === '?') {
    session.toggle('keys');
    return true;
  }
  if (event.key === '+' || event.key === '=') return did(() => camera.zoomBy(1.3));
  if (event.key === '-') return did(() => camera.zoomBy(1 / 1.3));
  switch (event.code) {
    case 'KeyR':
      return did(() => void turn.rotate(event.shiftKey ? -1 : 1));
    case 'KeyZ':
      return did(() => {
        turn.reset();
        session.messages.announce(t('a11y.undone'));
      });
    case 'KeyT':
      return session.aids.areAllowed && did(() => session.toggle('tiles'));
    case 'KeyH':
      return did(() => session.toggle('history'));
    case 'KeyL':
      return did(() => session.showLastMove());
    case 'KeyP':
      return session.display.recentMoves.length > 0 && did(() => session.toggleReplay());
    case 'KeyS':
      return session.aids.areAllowed && did(() => session.toggle('standing'));
    case 'KeyC':
      return did(() => session.messages.announce(scoresAloud(session)));
    case 'KeyB':
      return session.aids.hasCoach && did(() => void session.askHint());
    case 'KeyG':
      return did(() => session.keyboard.toggleMap());
    case 'KeyI':
      return session.aids.areAllowed && did(() => about(session));
    case 'Home':
      return did(() => camera.fit());
    case 'Escape':
      return did(() => back(session));
    default: {
      const aid = session.aids.mapAids.find(({ letter }) => event.code === `Key${letter}`);
      return session.aids.areAllowed && aid !== undefined && did(() => void session.aids.toggleMapAid(aid));
    }
  }
}

function did(task: () => void): true {
  task();
  return true;
}

function choose(session: TableSession, digit: number): boolean {
  const { pinned, loose, pass } = groupOffers(session.turn.choices, session.turn.figure);
  const offer = digit === 0 ? pass : ([...pinned, ...loose][digit - 1] ?? null);
  if (offer === null) return false;
  session.messages.announce(
    digit === 0 ? t('a11y.spot.none') : t('a11y.spot.chosen', { spot: offerWords(offer.what) }),
  );
  void session.turn.choose(offer);
  return true;
}

function back(session: TableSession): void {
  if (session.display.isBehind) session.catchUp();
  else if (session.panels.open !== null) session.panels.open = null;
  else if (session.selection.feature !== null) session.selection.clear();
  else session.turn.undo();
}

/** Requests the features of the focused cell, or of the cell that would get the
 * focus. */
function about(session: TableSession): void {
  const asked = document.activeElement?.closest('[data-cell]') ?? document.querySelector('[data-cell][tabindex="0"]');
  const [x, y] = asked?.getAttribute('data-cell')?.split(',').map(Number) ?? [];
  if (x !== undefined && y !== undefined) void session.selection.selectTile({ x, y });
}

function scoresAloud(session: TableSession): string {
  const view = session.table.view;
  if (view === null) return '';
  return view.seats
    .map((_, seat) => {
      const points = t('score.of', { name: seatLabel(view, seat), n: view.game.scores[seat] ?? 0 });
      if (view.clock === null) return points;
      return `${points}, ${t('clock.left', { time: timeWords(leftAt(view.clock, seat, Date.now() + session.table.clockOffset)) })}`;
    })
    .join('. ');
}
