// A player that clicks visible elements.
import { until } from './page.mjs';

/** Returns the centres of elements that are visible and can be clicked. */
function clickable(page, selector) {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].flatMap((element) => {
        if (element.disabled) return [];
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return document.elementFromPoint(x, y)?.closest(wanted) === element ? [{ x, y }] : [];
      }),
    selector,
  );
}

/** Waits until an action is possible or the game is over. */
export async function ready(page) {
  const found = await page.waitForFunction(
    () => {
      const table = document.querySelector('[data-revision]');
      if (table === null || table.hasAttribute('data-busy')) return null;
      const revision = table.getAttribute('data-revision');
      if (table.hasAttribute('data-over')) return { kind: 'over', revision };
      if (document.querySelector('[data-confirm]') === null) return null;
      if (document.querySelector('[data-confirm]:not(:disabled)')) return { kind: 'confirm', revision };
      const isToLay = table.getAttribute('data-prompt') === 'lay_tile';
      return (
        document.querySelector(isToLay ? '.cell.legal' : '[data-action]') && {
          kind: isToLay ? 'lay' : 'choose',
          revision,
        }
      );
    },
    null,
    { polling: 20 },
  );
  return found.jsonValue();
}

/** Returns a deterministic pseudo-random number generator. */
export function dice(seed) {
  let now = seed >>> 0;
  return (sides) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * sides);
  };
}

/** Returns true if it is this page's turn. */
export const isTurnOf = (page) => page.evaluate(() => document.querySelector('[data-confirm]') !== null);

/** Returns the revision of the shown table, and its number in a match of two. */
const shownTable = () =>
  [...document.querySelectorAll('[data-table], [data-revision]')]
    .map(({ dataset }) => `${dataset.table} ${dataset.revision}`)
    .join();

/** Plays one turn by clicks; returns false once the game is over. */
export async function playTurn(page, roll, tap = (at) => page.mouse.click(at.x, at.y)) {
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await ready(page);
    if (now.kind === 'over') return false;
    if (now.kind === 'confirm') {
      const old = await page.evaluate(shownTable);
      const [button] = await clickable(page, '[data-confirm]');
      if (button) await tap(button);
      await until(async () => (await page.evaluate(shownTable)) !== old, 'the turn is played');
      return true;
    }
    const places = await clickable(page, now.kind === 'lay' ? '.cell.legal' : '[data-action]');
    if (places.length > 0) await tap(places[roll(places.length)]);
    else if (now.kind === 'lay') await page.keyboard.press('Home');
    // After a frame the tap has taken effect, or the page is marked busy.
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(done);
        }),
    );
  }
  throw new Error('nothing can be done any more, and the game is not over');
}

/** Plays to the end of the game. */
export async function playOut(page, roll, tap) {
  let turns = 0;
  while (await playTurn(page, roll, tap)) {
    turns += 1;
    if (turns > 300) throw new Error('the game has no end');
  }
  return turns;
}

/** Performs actions of a record without confirming. */
export async function follow(page, ...actions) {
  for (const action of actions) {
    await page.waitForSelector('[data-revision]:not([data-busy])');
    const [, cell] = /^P(-?\d+,-?\d+)r/.exec(action) ?? [];
    if (cell === undefined) {
      await page.locator(`[data-action="${action}"]`).dispatchEvent('click');
    } else {
      await page.locator(`[data-cell="${cell}"]`).dispatchEvent('click');
      for (let turns = 0; turns < 8; turns += 1) {
        await page.waitForSelector('[data-placed]:not([data-busy])');
        if ((await page.getAttribute('[data-placed]', 'data-placed')) === action) break;
        await page.keyboard.press('r');
      }
    }
  }
  await page.waitForSelector('[data-revision]:not([data-busy])');
}

/** Sends the chosen turn. */
export async function confirm(page) {
  const { revision } = await ready(page);
  await page.click('[data-confirm]');
  await page.waitForFunction(
    (old) => document.querySelector('[data-revision]')?.getAttribute('data-revision') !== old,
    revision,
  );
}
