// Inns and traders: the choice of a figure, second turns, goods and pigs on one
// screen, and a whole game of the big box with six players.
import { readFileSync } from 'node:fs';
import { bots, game } from './games.mjs';
import {
  assert,
  axe,
  confirm,
  follow,
  make,
  noFaults,
  open,
  PHONE,
  settle,
  shoot,
  sitDown,
  until,
} from './support.mjs';

const LESSON = new URL('../../src/boxes/bigbox/lesson.bastide', import.meta.url);

/** Returns the rules, the deck and the turns of a record. */
function recorded() {
  const [, header, ...lines] = readFileSync(LESSON, 'utf8').trim().split('\n');
  const [, rules, deck] = /rules=(\S+) .*deck=(\S+)/.exec(header);
  const turns = lines.filter((line) => line.startsWith('D')).map((line) => line.split(' ').slice(1));
  return { rules, tiles: deck.split(','), turns, scores: lines.at(-1).replace('end ', '').split(' ') };
}

/** Opens the recorded game at its beginning, with both seats on this screen. */
async function sitAtBoth(chrome, server, options) {
  const { rules, tiles, turns, scores } = recorded();
  const seats = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }));
  const first = { kind: 'seat', seat: 0 };
  const table = await make(server, { rules, seats, first, deal: { kind: 'deck', tiles } });
  const page = await sitDown(chrome, server, table, options);
  return { page, turns, scores };
}

const goodsOf = (page, seat) =>
  page
    .locator(`[data-goods="${seat}"] .good`)
    .evaluateAll((all) =>
      all
        .map(
          (one) =>
            `${one.dataset.good} ${one.querySelector('.numeric').textContent}${one.matches('.leading') ? '!' : ''}`,
        )
        .join(),
    );

/** Plays the recorded game; `look` is called before each turn is confirmed. */
async function playRecorded({ page, turns }, look = async () => {}) {
  for (const [n, actions] of turns.entries()) {
    const [place, ...figure] = actions;
    await follow(page, place);
    if (figure[0]?.startsWith('L')) await takeLarge(page, figure[0]);
    else await follow(page, ...figure);
    await look(n + 1);
    await confirm(page);
  }
}

/** Takes the large meeple, by mouse and by keyboard. */
async function takeLarge(page, action) {
  const ordinary = action.replace('L', 'M');
  const large = page.locator('[data-figure=large]');
  await large.waitFor();
  assert((await page.locator(`.spot[data-action="${ordinary}"]`).count()) === 1, 'a meeple is offered first');
  assert((await page.locator(`.spot[data-action="${action}"]`).count()) === 0, 'a spot has one pin');
  await large.click();
  await page.waitForSelector(`.spot[data-action="${action}"]`);
  assert((await large.getAttribute('aria-pressed')) === 'true', 'the large meeple is taken');
  await page.keyboard.press('m');
  await page.waitForSelector(`.spot[data-action="${ordinary}"]`);
  // The figure can also be changed once the spot is chosen.
  await follow(page, ordinary);
  await page.keyboard.press('m');
  await page.waitForSelector(`.spot.chosen[data-action="${action}"]`);
  await page.waitForSelector('[data-confirm]:not(:disabled)');
}

/** The recorded game on one screen, wide and dark or on a phone. */
async function figures({ chrome, server }) {
  const wide = await sitAtBoth(chrome, server, { colorScheme: 'dark' });
  const { page } = wide;
  let seconds = 0;
  await playRecorded(wide, async (turn) => {
    const isSecond = (await page.locator('[data-second-turn]').count()) > 0;
    assert(isSecond === (turn === 6 || turn === 13), `turn ${turn} is a second one: ${isSecond}`);
    if (isSecond) seconds += 1;
    if (turn === 5) {
      const told = await page.locator('.bar').innerText();
      assert(told.includes('The builder gives Ann a second turn.'), `the builder is announced: ${told}`);
    }
    if (turn === 6) await shoot(page, 'bigbox-second-turn-dark');
    if (turn === 8) await shoot(page, 'bigbox-large-dark');
    if (turn === 10) await axe(page, 'a table with goods');
    if (turn === 14) {
      await until(async () => (await goodsOf(page, 0)) === 'wine 1!,grain 1!', 'Ann has the goods of the city');
      await page.keyboard.press('s');
      await page.waitForSelector('[data-goods-table]');
      await settle(page);
      await shoot(page, 'bigbox-goods-dark');
      await page.keyboard.press('s');
    }
  });
  assert(seconds === 2, `there were two second turns: ${seconds}`);
  await page.waitForSelector('[data-over]');
  assert((await goodsOf(page, 1)) === 'cloth 1!', `Ben has the cloth: ${await goodsOf(page, 1)}`);
  await page.waitForSelector('.places');
  const scores = await page.locator('.places .score').allInnerTexts();
  assert(scores.join() === wide.scores.join(), `final scores: ${scores}`);
  await shoot(page, 'bigbox-end-dark');
  noFaults(page);
  await page.context().close();

  const narrow = await sitAtBoth(chrome, server, { ...PHONE, locale: 'uk' });
  await playRecorded({ ...narrow, turns: narrow.turns.slice(0, 8) }, async (turn) => {
    if (turn === 6) await shoot(narrow.page, 'bigbox-second-turn-phone');
    if (turn === 8) await shoot(narrow.page, 'bigbox-large-phone');
  });
  const overflow = await narrow.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(overflow <= 0, `the page is ${overflow} pixels too wide`);
  noFaults(narrow.page);
  await narrow.page.context().close();
}

/** Six seats: refused with the reason, then offered by the expansion. */
async function sixSeats({ chrome, server }) {
  const page = await open(chrome, `${server.url}/new?preset=fortress`);
  await page.waitForSelector('form');
  await bots(4)(page);
  const add = page.locator('button:has-text("Add a player")');
  assert(await add.isDisabled(), 'five players are the most');
  const why = await page.locator('#seats-full').innerText();
  assert(/At most 5 players/.test(why) && /Inns and cathedrals/.test(why), `it says why: ${why}`);
  await page.locator('.expansions label:has-text("Inns and cathedrals") input').check({ force: true });
  assert(!(await add.isDisabled()), 'the sixth seat is offered');
  await add.click();
  assert((await page.locator('select.kind').count()) === 6, 'six seats');
  await shoot(page, 'bigbox-setup');
  await axe(page, 'the set-up of six players');
  noFaults(page);
  await page.context().close();
}

/** Everything about the big box, and a whole game of six. */
export async function bigBox(tools) {
  await sixSeats(tools);
  await figures(tools);
  return game('bigbox', 6, 5)(tools);
}
