// Daily decks and duplicate matches.
import { dice, open, playTurn, ready } from '../support.mjs';

const DAY = 20_775;
/** Noon of a day whose decks are known. */
const NOON = new Date(DAY * 86_400_000 + 43_200_000);

/** Margins around a mean, such as those of games. */
const around = (mean, games, roll) => Array.from({ length: games }, () => mean + roll(31) + roll(31) - 30);

/** Stores results of some days, and games of bots on the decks of today. */
function fill(page) {
  const roll = dice(9);
  const results = Array.from({ length: 9 }, (_, n) => ({
    game: ['fields', 'wheel', 'castle'][n % 3],
    day: DAY - (n < 5 ? n : n + 2),
    points: [90 + ((n * 13) % 40), 84],
    isFinished: n !== 7,
  }));
  const margins = {
    beginner: around(-32, 40, roll),
    easy: around(-18, 40, roll),
    normal: around(0, 40, roll),
    hard: around(17, 20, roll),
    master: around(24, 10, roll),
  };
  results[0].points = [103, 91];
  const kept = { results, begun: [{ game: 'everything', day: DAY }], bots: [{ game: 'fields', day: DAY, margins }] };
  return page.evaluate((text) => localStorage.setItem('bastide.daily', text), JSON.stringify(kept));
}

const to =
  (path, selector) =>
  async (page, { server }) => {
    await page.goto(server.url + path);
    await page.waitForSelector(selector);
  };

async function played(page, world) {
  await fill(page);
  await to('/daily', '[data-totals]')(page, world);
  await page.click('[data-history] summary');
}

/** The tables of a match after some turns. */
async function match(page, { server }) {
  await page.goto(`${server.url}/duplicate`);
  await page.selectOption('[data-against]', 'person');
  await page.click('[data-start]');
  const roll = dice(4);
  for (let turn = 0; turn < 6; turn += 1) await playTurn(page, roll);
  await ready(page);
}

/** Both players resign, one at each table. */
async function matchResult(page) {
  for (let table = 0; table < 2; table += 1) {
    await ready(page);
    await page.locator('.tools button:has([data-icon=menu])').first().click();
    await page.locator('.drawer li button:has([data-icon=flag])').click();
    await page.click('dialog .button.primary');
    await page.click('[data-next]');
  }
  await page.waitForSelector('[data-headline]');
}

export const daily = {
  needsEngine: true,
  begin: async ({ chrome, server, options }) => {
    const page = await open(chrome, `${server.url}/about`, { ...options, where: null });
    await page.clock.setFixedTime(NOON);
    return page;
  },
  screens: [
    { name: 'daily-first', reach: to('/daily', '[data-empty]') },
    { name: 'daily-intro', reach: to('/daily/castle', '[data-intro]') },
    { name: 'daily', reach: played },
    { name: 'daily-result', reach: to('/daily/fields', '[data-complete]') },
    { name: 'daily-past', reach: to(`/daily/everything?day=${DAY - 40}`, '[data-past]') },
    { name: 'duplicate', reach: to('/duplicate', '[data-start]') },
    { name: 'duplicate-table', reach: match },
    { name: 'duplicate-result', reach: matchResult },
  ],
};
