// The review of a game: from a finished table, a replay and the analysis board.
import { readFileSync } from 'node:fs';
import { paste, shows } from './analysis.mjs';
import {
  assert,
  axe,
  dice,
  engineOf,
  NO_ENGINE,
  noBareKeys,
  noFaults,
  open,
  playOut,
  SHORT,
  sit,
  until,
} from './support.mjs';

const table = (name) => readFileSync(new URL(`./tables/${name}.bastide`, import.meta.url), 'utf8');
const RIVER = table('river');
/** A whole game for two. */
export const WHOLE = table('fields');

const isReviewed = (page) => page.waitForSelector('[data-review=done]');

/** Returns the numbers in a row of the totals, one for each player. */
const totals = async (page, row) =>
  (await page.locator(`[data-total=${row}] td`).allInnerTexts()).map((text) => Number(text.replace('−', '-')));

/** Start, luck and skill of every player add up to the margin. Returns the
 * margins. */
async function addUp(page) {
  const [start, luck, skill, margin] = await Promise.all(
    ['start', 'luck', 'skill', 'margin'].map((row) => totals(page, row)),
  );
  assert(margin.length >= 2 && margin.every(Number.isFinite), `margins ${margin.join()}`);
  margin.forEach((all, n) => {
    const sum = start[n] + luck[n] + skill[n];
    assert(Math.abs(sum - all) < 0.01, `${start[n]} + ${luck[n]} + ${skill[n]} is not ${all}`);
  });
  return margin;
}

/** Returns the number of actions of the main line that the board shows. */
const shown = async (page) => {
  const line = await page.locator('main').getAttribute('data-line');
  return line === '' ? 0 : line.split(' ').length;
};

/** A finished table: totals, chart, turning points, better turns. */
export async function review({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await sit(chrome, server, SHORT);
  await playOut(page, dice(8));
  await page.waitForSelector('.places .score');
  const points = (await page.locator('.places .score').allInnerTexts()).map(Number);
  await page.click('.drawer a[data-review]');
  await isReviewed(page);

  assert((await page.locator('.notice').count()) === 0, 'a reader is not told that a bot plays');
  // The margin is that of the result.
  const margin = await addUp(page);
  assert(Math.max(...margin) === Math.abs(points[0] - points[1]), `margins ${margin.join()}, points ${points.join()}`);
  const count = await page.locator('[data-step]').count();
  assert(count === SHORT.length, `${count} turns are listed`);

  // A turning point, by a click.
  const turning = page.locator('[data-turning]').first();
  const at = Number(await turning.getAttribute('data-turning'));
  await turning.click();
  const current = page.locator('[data-step][aria-current]');
  await until(async () => (await current.getAttribute('data-step')) === String(at), 'the turning point is current');
  await until(async () => (await page.locator('[data-depth]').innerText()) === String(at + 1), 'the board shows it');

  // The chart as a slider, by keys and by a click.
  const chart = page.locator('[data-chart]');
  const value = async () => Number(await chart.getAttribute('aria-valuenow'));
  await chart.focus();
  await page.keyboard.press('Home');
  await until(async () => (await value()) === 1, 'Home is the first turn');
  await page.keyboard.press('ArrowRight');
  await until(async () => (await value()) === 2, 'the next turn');
  assert((await chart.getAttribute('aria-valuetext')).includes('Turn 2'), 'the value is in words');
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.3);
  await until(async () => (await value()) > count * 0.8, 'a click near the end shows one of the last turns');

  // The list, by keys; the board follows.
  await page.locator('[data-step="3"]').click();
  await page.keyboard.press('ArrowDown');
  await until(async () => (await value()) === 5, 'the row below is current');
  assert(await page.evaluate(() => document.activeElement.dataset.step === '4'), 'the row has the focus');

  // A better turn is shown on the board, before the turn that was played.
  await page.locator('[data-step][data-verdict=mistake], [data-step][data-verdict=blunder]').first().click();
  const after = await shown(page);
  const better = page.locator('[data-alternative]').first();
  const actions = (await better.getAttribute('data-alternative')).split(' ');
  await better.click();
  await until(async () => (await shown(page)) < after, 'the board shows the position before the turn');
  await page.waitForSelector('main:not([data-busy]) [data-confirm]:enabled');
  await page.click('[data-confirm]');
  await until(
    async () => (await page.locator('main').getAttribute('data-line')).endsWith(actions.join(' ')),
    'the better turn is played as a variation',
  );
  assert((await page.locator('[data-review=done]').count()) === 1, 'a variation keeps the review');

  await page.getByText('Errors only').click();
  const errors = await page.locator('[data-step]').count();
  assert(errors > 0 && errors < count, `${errors} of ${count} turns are errors`);
  await noBareKeys(page, 'review');
  await axe(page, 'review');

  // A reload reviews the same game again.
  await page.waitForFunction(() => location.search === '?review' && location.hash.startsWith('#z='));
  await page.reload();
  await isReviewed(page);
  assert((await addUp(page)).join() === margin.join(), 'another review has the same margins');

  // From the replay.
  await page.goto(`${server.url}/t/${page.table}/replay`);
  await page.click('[data-review]');
  await isReviewed(page);
  await addUp(page);
  noFaults(page);
  return undefined;
}

/** Returns the values in the table of the current turn: margin and chance of
 * winning in percent, by row. */
const values = (page) =>
  page.locator('[data-value]').evaluateAll((rows) =>
    Object.fromEntries(
      rows.map((row) => {
        const numbers = [...row.querySelectorAll('td')].map((cell) =>
          Number(cell.innerText.replace('−', '-').replace('%', '')),
        );
        return [row.dataset.value, numbers];
      }),
    ),
  );

/** A whole game: the values of turns add up, and lead from one turn to the next, up
 * to the result. */
export async function reviewGame({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/analysis`);
  await paste(page, WHOLE);
  await page.waitForSelector('[data-tree] [aria-current]');
  await reviewQuickly(page);
  const turns = WHOLE.split('\n').filter((line) => line.startsWith('D')).length;
  const count = await page.locator('[data-step]').count();
  assert(count === turns, `${count} of ${turns} turns are listed`);
  const [one, other] = /^end (\d+) (\d+)$/m.exec(WHOLE).slice(1).map(Number);
  assert((await addUp(page)).join() === `${one - other},${other - one}`, 'the margin is that of the result');
  assert((await page.locator('[data-uncalibrated]').count()) === 0, 'such games were compared with results');

  const errors = await page
    .locator('[data-step]')
    .evaluateAll((all) => all.map((one) => /inaccuracy|mistake|blunder/.test(one.dataset.verdict)));
  assert(errors.filter(Boolean).length > 5, `${errors.filter(Boolean).length} errors`);
  // Some turns from each part of the game: to show all of them takes a minute.
  const visited = [...errors.keys()].filter((n) => errors[n] || errors[n + 1]).slice(0, 8);
  visited.push(...[count - 4, count - 3, count - 2, count - 1].filter((n) => !visited.includes(n)));
  let [last, lastTurn] = [null, -1];
  for (const n of visited) {
    await page.locator(`[data-step="${n}"]`).click();
    await page.waitForSelector(`[data-step="${n}"][aria-current]`);
    const { before, luck, best, loss = [0, 0], played } = await values(page);
    for (const [at, room] of [0.11, 0.01].entries()) {
      const isSum = (from, change, to) => Math.abs(from[at] + change[at] - to[at]) < room;
      assert(isSum(before, luck, best) && isSum(best, loss, played), `the values of turn ${n + 1} do not add up`);
      // Players alternate: what one has, the other lacks.
      const sum = at === 0 ? 0 : 100;
      const isNext = Math.abs(before[at] + (last?.[at] ?? 0) - sum) < 0.01;
      assert(lastTurn !== n - 1 || last === null || isNext, `turn ${n + 1} does not follow turn ${n}`);
    }
    assert(errors[n] === loss.some((value) => value < 0), `turn ${n + 1} loses ${loss.join()}`);
    [last, lastTurn] = [played, n];
  }
  const [winner] = one > other ? [0] : [1];
  const isOwn = (count - 1) % 2 === winner;
  assert(last[1] === (isOwn ? 100 : 0) && Math.abs(last[0]) === Math.abs(one - other), 'the last turn has the result');
  noFaults(page);
  return undefined;
}

/** Reviews the game on the analysis board quickly. */
export async function reviewQuickly(page) {
  // On a phone the panels are in a drawer.
  const opener = page.locator('.strip [aria-expanded=false]');
  if (await opener.count()) await opener.click();
  await page.click('[data-tab=review]');
  await page.check('[data-review] input[value=quick]', { force: true });
  await page.click('[data-review-start]');
  await isReviewed(page);
}

/** A record of three players on the analysis board: nothing to review, cancelled,
 * continued, outdated. */
export async function reviewRecord({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/analysis`);
  await page.click('[data-empty]');
  await shows(page, '');
  await page.click('[data-tab=review]');
  assert((await page.locator('[data-review-start]').count()) === 0, 'an empty game cannot be reviewed');

  await page.goto('about:blank');
  await page.goto(`${server.url}/analysis`);
  await paste(page, RIVER);
  await page.waitForSelector('[data-tree] [aria-current]');
  await page.click('[data-tab=review]');
  await page.check('[data-review=idle] input[value=thorough]', { force: true });
  await page.click('[data-review-start]');
  await page.waitForSelector('[data-review=running] progress');
  // The board still answers.
  await page.focus('main');
  await page.keyboard.press('Home');
  await shows(page, '');
  assert((await page.locator('[data-review=running]').count()) === 1, 'the review goes on');
  await axe(page, 'review, running');
  await page.click('[data-review-cancel]');
  await page.waitForSelector('[data-review=idle]');

  await reviewQuickly(page);
  assert((await addUp(page)).length === 3, 'every player has totals');
  assert((await page.locator('[data-chart] .line').count()) === 3, 'every player has a line');
  await axe(page, 'review of three players');

  // Another game: the last turn is deleted.
  await page.click('[data-tab=turns]');
  await page.locator('[data-tree] .turn').last().click();
  await page.click('[data-remove]');
  await page.click('[data-tab=review]');
  await page.waitForSelector('[data-review=done] [role=status]');
  await page.click('[data-review-start]');
  await isReviewed(page);
  await addUp(page);
  noFaults(page);
  return undefined;
}
