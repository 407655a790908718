// Puzzles: answers and refutations, the puzzle of the day, ratings, filters.
import { readFileSync } from 'node:fs';
import {
  assert,
  axe,
  confirm,
  engineOf,
  follow,
  NO_ENGINE,
  noFaults,
  open,
  prepared,
  shoot,
  until,
  withServer,
} from './support.mjs';

const FILE = readFileSync(new URL('../../../crates/bastide-study/puzzles/puzzles.txt', import.meta.url), 'utf8');
/** The turns of each puzzle, by id: the solution, and the best other one with its
 * loss in thousandths of a point. */
export const TURNS = new Map(
  FILE.split(/^puzzle /m)
    .slice(1)
    .map((text) => {
      const [, solution] = /^turn (.*)$/m.exec(text);
      const [, lost, other] = /^wrong (\d+) \d+ (.*)$/m.exec(text);
      return [text.split(' ', 1)[0], { solution: solution.split(' '), lost: Number(lost), other: other.split(' ') }];
    }),
);

/** Waits until a puzzle can be played, and returns its id. */
export async function atPuzzle(page, isMeant = () => true) {
  const main = page.locator('main[data-puzzle][data-revision][data-shown=position]:not([data-loading])');
  await until(
    async () => (await main.count()) === 1 && isMeant(await main.getAttribute('data-puzzle')),
    'there is a puzzle',
  );
  return main.getAttribute('data-puzzle');
}

export async function answer(page, turn) {
  await follow(page, ...turn);
  await confirm(page);
  await page.waitForSelector('[data-verdict]');
  return page.getAttribute('[data-verdict]', 'data-verdict');
}

const rating = async (page) => Number(await page.innerText('[data-rating]'));
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('bastide.puzzles')));

/** One right and one wrong answer, the puzzle of the day, filters, links. */
export async function puzzles({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/`);
  await page.click('footer a[href="/puzzles"]');

  // Right: the rating grows, and the second-best turn is told.
  const first = await atPuzzle(page);
  await axe(page, 'puzzle');
  assert((await rating(page)) === 1500, 'a new solver has the first rating');
  const { solution, lost } = TURNS.get(first);
  assert((await answer(page, solution)) === 'right', `the solution of ${first} is right`);
  const worse = (Math.round(lost / 100) / 10).toString();
  const second = await page.innerText('[data-second]');
  assert(second.includes(worse), `${second} does not have ${worse}`);
  const after = await rating(page);
  assert(after > 1500, `the rating is ${after}`);
  assert(await page.evaluate(() => document.activeElement.matches('[data-verdict] h2')), 'the verdict has the focus');
  await axe(page, 'solved puzzle');
  await shoot(page, 'puzzles/right');

  // The analysis board has the solution.
  const link = await page.getAttribute('[data-analysis]', 'href');
  const board = await open(chrome, server.url + link);
  await board.waitForSelector('main[data-line]');
  await until(
    async () => (await board.getAttribute('main', 'data-line'))?.endsWith(solution.join(' ')),
    'the analysis board shows the solution',
  );

  // Wrong: the refutation in words, and the best turn on request.
  await page.keyboard.press('n');
  const next = await atPuzzle(page, (id) => id !== first);
  const { other, ...wrong } = TURNS.get(next);
  assert((await answer(page, other)) === 'wrong', `the second-best turn of ${next} is wrong`);
  const loss = await page.innerText('[data-lost]');
  assert(loss.includes((Math.round(wrong.lost / 100) / 10).toString()), loss);
  assert((await rating(page)) < after, 'the rating falls');
  assert((await page.locator('[data-solution]').count()) === 0, 'the solution is hidden');
  if ((await page.locator('[data-reply]').count()) > 0) {
    await page.click('[data-show=reply]');
    await page.waitForSelector('main[data-shown=reply]');
  }
  await axe(page, 'wrong answer');
  // Another attempt does not count.
  const fallen = await rating(page);
  await page.click('[data-again]');
  await atPuzzle(page, (id) => id === next);
  await page.waitForFunction(() => document.activeElement.matches('main'));
  assert((await answer(page, other)) === 'wrong', 'it is wrong again');
  assert((await rating(page)) === fallen, 'further attempts do not count');
  await page.click('[data-show=solution]');
  await page.waitForSelector('main[data-shown=solution]');
  await page.waitForSelector('[data-solution]');
  assert((await page.locator('[data-again]').count()) === 0, 'no attempt after the solution');
  await shoot(page, 'puzzles/wrong');

  // Filters.
  await page.selectOption('[data-game]', 'castle');
  const castle = await atPuzzle(page, (id) => id.startsWith('castle'));
  await page.selectOption('[data-theme]', 'steal');
  await page.waitForSelector('[data-none]');
  await axe(page, 'no puzzle');
  await page.click('main button.button');
  await atPuzzle(page, (id) => id !== castle);

  // The puzzle of the day begins a streak, and stays solved after a reload.
  await page.click('a[href="/puzzles/daily"]');
  await until(async () => (await page.title()).startsWith('Puzzle of the day'), 'the daily puzzle is there');
  const daily = await atPuzzle(page);
  assert((await page.innerText('[data-streak]')) === '0', 'no streak yet');
  assert((await answer(page, TURNS.get(daily).solution)) === 'right', 'the daily puzzle is solved');
  await page.waitForSelector('[data-day-solved]');
  assert((await page.innerText('[data-streak]')) === '1', 'the streak has begun');
  const { attempts, days } = await stored(page);
  assert(attempts.length === 3 && days.length === 1, JSON.stringify({ attempts, days }));
  await page.reload();
  assert((await atPuzzle(page)) === daily, 'the puzzle of a day is the same');
  assert((await page.innerText('[data-streak]')) === '1', 'the streak is stored');
  await page.click('[data-history] summary');
  assert((await page.locator('[data-history] li').count()) === 3, 'all attempts are listed');

  // Addresses of certain puzzles.
  await page.goto(`${server.url}/puzzles/${first}`);
  await atPuzzle(page, (id) => id === first);
  await page.goto(`${server.url}/puzzles/nothing`);
  await page.waitForSelector('[data-none]');
  noFaults(page, board);
  return undefined;
}

/** Puzzles without a network, with the keyboard, and without an engine. */
export const offlinePuzzles = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const engine = await engineOf(own);
    if (engine === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    const bare = await open(chrome, `${own.url}/about`);
    await bare.route(`**${engine}`, (route) => route.fulfill({ status: 404, body: '' }));
    await bare.goto(`${own.url}/puzzles`);
    await bare.waitForSelector('[role=alert][data-problem]');
    assert((await bare.innerText('[data-problem]')).includes('engine'), 'the page says why there is no puzzle');
    await axe(bare, 'puzzles without an engine');
    await bare.close();

    await own.stop();
    await page.goto(`${own.url}/puzzles/daily`);
    const daily = await atPuzzle(page);
    await follow(page, ...TURNS.get(daily).solution);
    await page.focus('main');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-verdict=right]');
    await page.keyboard.press('Tab');
    assert(
      await page.evaluate(() => document.activeElement.closest('[data-verdict]') !== null),
      'the ways on follow the verdict',
    );
    await page.keyboard.press('n');
    await atPuzzle(page, (id) => id !== daily);
    noFaults(page);
    return undefined;
  });
