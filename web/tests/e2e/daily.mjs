// Daily decks and duplicate matches on this device.
import { readFileSync } from 'node:fs';
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
  playTurn,
  prepared,
  ready,
  shoot,
  until,
  withServer,
} from './support.mjs';

const GOLDEN = readFileSync(
  new URL('../../../crates/bastide-study/tests/golden/daily.txt', import.meta.url),
  'utf8',
).split('\n');
/** A day of the golden file, and the next one. */
const DAY = 20_775;
const noon = (day) => new Date(day * 86_400_000 + 43_200_000);
/** The tiles of the deck of a game, as in records. */
const tilesOf = (game, day) =>
  GOLDEN.find((line) => line.startsWith(`deck ${game} ${day} `))
    .split(' ')
    .slice(5);

const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('bastide.daily')));

/** Returns the tiles that were drawn at a table after the first one, which follows
 * from the seed. */
async function drawn(page, table) {
  await page.goto(`${new URL(page.url()).origin}/t/${table}`);
  await ready(page);
  const facts = await page.evaluate(
    (id) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('bastide');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const all = opening.result.transaction('facts').objectStore('facts').getAll();
          all.onsuccess = () => resolve(all.result.filter((row) => row.table === id));
          all.onerror = reject;
        };
      }),
    table,
  );
  return JSON.stringify(facts).match(/(?<=")D[A-Za-z0-9]+(?=\\*")/g);
}

/** The deck of a day: begun, resumed after a reload, finished, compared and shared;
 * the next day. */
export async function daily({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/about`, { where: null });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.setFixedTime(noon(DAY));
  await page.goto(server.url);
  await page.click('.ways a[href="/daily"]');

  // Four decks, and nothing played yet.
  await page.waitForSelector('[data-deck=fields][data-state=new]');
  assert((await page.locator('[data-deck]').count()) === 4, 'there is a deck for each game');
  assert((await page.innerText('[data-left]')) === '12:00:00', 'the next decks come at midnight');
  await page.waitForSelector('[data-empty]');
  await axe(page, 'daily decks');
  await shoot(page, 'daily/list');
  await page.click('[data-deck=fields]');
  await page.waitForSelector('[data-intro]');
  await axe(page, 'daily deck before the game');

  // The game begins with the keyboard, and goes on after a reload.
  await page.focus('[data-begin]');
  await page.keyboard.press('Enter');
  await ready(page);
  const roll = dice(5);
  for (let turn = 0; turn < 3; turn += 1) await playTurn(page, roll);
  const { revision } = await ready(page);
  await page.reload();
  assert((await ready(page)).revision === revision, 'the game goes on where it was');
  await page.goto(`${server.url}/daily`);
  await page.waitForSelector('[data-deck=fields][data-state=begun]');
  const tiles = await drawn(page, `local-deck110${DAY}`);
  assert(tiles.length > 5, `${tiles.length} tiles`);
  tiles.forEach((tile, n) => assert(tile === tilesOf('fields', DAY)[n + 1], `tile ${n} is ${tile}`));

  // The game goes on after midnight, and the clock may be set back.
  await page.goto(`${server.url}/daily/fields`);
  await playTurn(page, roll);
  await page.clock.setFixedTime(noon(DAY + 1));
  await playTurn(page, roll);
  await page.goto(`${server.url}/daily`);
  await page.waitForSelector('[data-deck=fields][data-state=new]');
  await page.click(`a[href="/daily/fields?day=${DAY}"]`);
  await playTurn(page, roll);
  await page.clock.setFixedTime(noon(DAY));

  // The result is compared with the same games as natively.
  await page.goto(`${server.url}/daily/fields`);
  await playOut(page, roll);
  await page.click('[data-next]');
  await page.waitForSelector('[data-headline]');
  await page.waitForSelector('[data-level=normal][data-games="40"]');
  await page.waitForSelector('[data-best]');
  const own = (await stored(page)).results;
  assert(own.length === 1 && own[0].isFinished && own[0].day === DAY, JSON.stringify(own));
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('bastide.daily')).bots[0]?.margins.normal?.length);
  const { margins } = (await stored(page)).bots[0];
  for (const level of ['beginner', 'normal']) {
    const line = `margins fields ${DAY} ${level} [${margins[level].slice(0, 2).join(', ')}]`;
    assert(GOLDEN.includes(line), line);
  }
  await noBareKeys(page, 'daily result');
  await axe(page, 'daily result');
  await page.click('[data-copy]');
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  assert(/🟩|🟨|⬜/u.test(shared) && shared.endsWith('/daily/fields'), shared);
  assert(!/\bD[A-Z]\b|P-?\d+,/.test(shared), `no tiles and turns: ${shared}`);

  // A reload shows the result. Playing again does not count.
  await page.reload();
  await page.waitForSelector('[data-headline]');
  await shoot(page, 'daily/result');
  await page.click('[data-again]');
  await ready(page);
  assert(/\/t\/local-(?!deck)/.test(page.url()), 'practice is at another table');
  await playTurn(page, roll);
  assert((await stored(page)).results.length === 1, 'practice does not count');

  // The next day has other decks; the streak lasts.
  await page.clock.setFixedTime(noon(DAY + 1));
  await page.goto(`${server.url}/daily`);
  await page.waitForSelector('[data-deck=fields][data-state=new]');
  assert((await page.innerText('[data-total=streak]')) === '1', 'the streak lasts until the end of the next day');
  await page.click('[data-history] summary');
  await page.click('[data-history] a');
  await page.waitForSelector('[data-headline]');
  await page.clock.setFixedTime(noon(DAY + 2));
  await page.goto(`${server.url}/daily`);
  await page.waitForSelector('[data-totals]');
  assert((await page.innerText('[data-total=streak]')) === '0', 'and no longer');
  assert((await page.innerText('[data-total=longest]')) === '1', 'the longest one stays');

  // Addresses of earlier days and of nothing.
  await page.goto(`${server.url}/daily/castle?day=${DAY}`);
  await page.waitForSelector('[data-past]');
  await page.goto(`${server.url}/daily/nothing`);
  await page.waitForSelector('[data-none]');
  noFaults(page);
  return undefined;
}

/** Daily decks without a network, and without an engine. */
export const offlineDaily = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const engine = await engineOf(own);
    if (engine === undefined) return NO_ENGINE;
    const bare = await open(chrome, `${own.url}/about`);
    await bare.route(`**${engine}`, (route) => route.fulfill({ status: 404, body: '' }));
    for (const path of ['/daily', '/duplicate']) {
      await bare.goto(own.url + path);
      await bare.waitForSelector('[role=alert][data-problem]');
      assert((await bare.innerText('[data-problem]')).includes('engine'), 'the page says why there is no deck');
    }
    await bare.close();
    const page = await prepared(chrome, own);
    await own.stop();
    await page.goto(`${own.url}/daily`);
    await page.click('[data-deck=castle]');
    await page.click('[data-begin]');
    await ready(page);
    await playTurn(page, dice(2));
    await page.reload();
    await ready(page);
    noFaults(page);
    return undefined;
  });

const tableOf = (page) => page.getAttribute('[data-table]', 'data-table');

/** Resigns at a table and goes on. */
async function resign(page) {
  await ready(page);
  await page.locator('.tools button:has([data-icon=menu])').first().click();
  await page.locator('.drawer li button:has([data-icon=flag])').click();
  await page.click('dialog .button.primary');
  await page.click('[data-next]');
}

/** A duplicate match of two people at one screen, and one against a bot. */
export async function duplicate({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/duplicate`, { where: null });
  await page.waitForSelector('[data-start]');
  await axe(page, 'a new match');
  await page.selectOption('[data-against]', 'person');
  await page.locator('form input').nth(0).fill('Anna');
  await page.locator('form input').nth(1).fill('Boris');
  await page.click('[data-start]');

  // Each turn leads to the other table, which has the same tiles.
  const roll = dice(4);
  const seen = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await ready(page);
    seen.push(await tableOf(page));
    await playTurn(page, roll);
  }
  assert(seen.join('') === '121212', `the tables were ${seen.join(' ')}`);
  await axe(page, 'a match');
  await shoot(page, 'duplicate/table');
  const match = page.url();
  const id = match.split('/').at(-1);
  const [one, other] = [await drawn(page, `local-dupa${id}`), await drawn(page, `local-dupb${id}`)];
  const both = Math.min(one.length, other.length);
  assert(both >= 3 && one.slice(0, both).join() === other.slice(0, both).join(), `${one} ${other}`);

  // It goes on after a reload, and ends if a player resigns.
  await page.goto(match);
  await ready(page);
  assert((await tableOf(page)) === '1', 'the first table is next');
  await resign(page);
  await until(async () => (await tableOf(page)) === '2', 'the second table follows');
  await resign(page);
  await page.waitForSelector('[data-headline]');
  await page.waitForSelector('[data-given-up]');

  // Against a bot: after each own turn the other table is shown, and the difference
  // decides.
  await page.click('main a[href="/duplicate"]');
  await page.selectOption('[data-game]', 'castle');
  await page.selectOption('[data-against]', 'easy');
  await page.click('[data-start]');
  for (const wanted of ['1', '2', '1', '2']) {
    await ready(page);
    assert((await tableOf(page)) === wanted, `table ${wanted} is shown`);
    await playTurn(page, roll);
  }
  for (let games = 0; games < 2; games += 1) {
    await playOut(page, roll);
    await page.click('[data-next]');
  }
  await page.waitForSelector('[data-headline]:not([data-given-up])');
  const points = (await page.locator('tbody td').allInnerTexts()).map(Number);
  const [own, bot, , ownNext, botNext] = points;
  const difference = Number(await page.getAttribute('[data-difference]', 'data-difference'));
  assert(difference === own - bot + ownNext - botNext, `${points}: ${difference}`);
  await axe(page, 'the result of a match');
  await noBareKeys(page, 'the result of a match');
  await shoot(page, 'duplicate/result');
  await page.goto(`${server.url}/duplicate/nothing1`);
  await page.waitForSelector('[data-none]');
  noFaults(page);
  return undefined;
}
