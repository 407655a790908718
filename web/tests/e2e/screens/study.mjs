// The analysis board with a game, its review, games in frames, and puzzles.
import { readFileSync } from 'node:fs';
import { paste, shows, VARIATION } from '../analysis.mjs';
import { answer, atPuzzle, TURNS } from '../puzzles.mjs';
import { reviewQuickly, WHOLE } from '../review.mjs';
import { open } from '../support.mjs';

const RECORD = readFileSync(new URL('../tables/river.bastide', import.meta.url), 'utf8');
/** The turn that is shown, counted back from the end. */
const BACK = 18;
/** A puzzle whose second-best turn has a refutation. */
const PUZZLE = [...TURNS.keys()].find((id) => id.startsWith('fields'));

/** Opens the panel on a phone, or closes it. */
async function panel(page, isOpen = true) {
  const toggle = page.locator(`main .controls [aria-expanded="${!isOpen}"]`);
  if (isOpen && (await toggle.count()) > 0) await toggle.click();
  if (!isOpen && (await page.locator('.drawer').count()) > 0) await page.keyboard.press('Escape');
}

const idle = (page) =>
  page.waitForFunction(() => document.querySelector('main[data-revision]:not([data-thinking])') !== null, null, {
    polling: 50,
  });

/** Opens a game in the middle, with a comment. */
async function game(page) {
  await paste(page, RECORD);
  await page.waitForSelector('[data-tree] [aria-current], main .controls [aria-expanded]');
  await page.focus('main');
  for (let n = 0; n < BACK; n += 1) {
    const before = await page.getAttribute('main', 'data-line');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((line) => document.querySelector('main').dataset.line !== line, before, { polling: 20 });
  }
  await panel(page);
  await page.fill('[data-comment]', 'The city can still be closed.');
  await idle(page);
}

/** Shows the value of the best turn with each tile. */
async function whatIf(page) {
  await page.click('[data-tab=tiles]');
  await page.waitForSelector('[data-average]');
  await idle(page);
}

async function best(page) {
  const before = await page.getAttribute('main', 'data-line');
  await panel(page, false);
  const draw = page.locator('[data-draw]:not(:disabled)').first();
  const action = await draw.getAttribute('data-draw');
  await draw.click();
  await shows(page, `${before} ${action}`);
  await panel(page);
  await page.click('[data-tab=best]');
  await page.waitForSelector('[data-best]');
  await page.waitForSelector('[data-forecast=done]');
  await idle(page);
}

async function share(page) {
  await page.click('[data-share] summary');
  await page.locator('[data-embed-all]').scrollIntoViewIfNeeded();
}

async function odds(page) {
  await page.click('[data-share] summary');
  await page.click('[data-show-odds]');
  await panel(page, false);
  await page.waitForSelector('[data-odds]', { state: 'attached' });
}

/** The frame of a game with a variation. */
async function embed(page, { server }) {
  await page.goto(`${server.url}/analysis`);
  await paste(page, VARIATION);
  await page.waitForFunction(() => location.hash.startsWith('#z='));
  const fragment = await page.evaluate(() => location.hash);
  await page.goto(`${server.url}/embed${fragment}`);
  await page.click('[data-variation]');
  await page.waitForSelector('.comment');
}

/** The frame of the whole game. */
async function embedGame(page, { server }) {
  await page.goto('about:blank');
  await page.goto(`${server.url}/analysis`);
  await paste(page, RECORD);
  await page.waitForFunction(() => location.hash.startsWith('#z='));
  const fragment = await page.evaluate(() => location.hash);
  await page.goto(`${server.url}/embed${fragment}`);
  await page.waitForSelector('[data-depth]');
}

/** The review of a whole game: totals and chart. */
async function review(page, { server }) {
  await page.goto('about:blank');
  await page.goto(`${server.url}/analysis`);
  await paste(page, WHOLE);
  await page.waitForSelector('[data-tree] [aria-current], main .controls [aria-expanded]');
  await reviewQuickly(page);
}

/** An error late in it: values and better turns. */
async function reviewTurn(page) {
  await page.locator('[data-verdict=blunder], [data-verdict=mistake]').last().click();
  await page.locator('[data-value=before]').scrollIntoViewIfNeeded();
}

async function puzzle(page, { server }) {
  await page.goto(`${server.url}/puzzles/${PUZZLE}`);
  await atPuzzle(page);
}

const wrong = (page) => answer(page, TURNS.get(PUZZLE).other);

export const study = {
  needsEngine: true,
  begin: ({ chrome, server, options }) => open(chrome, `${server.url}/analysis`, options),
  screens: [
    { name: 'study-game', reach: game },
    { name: 'study-tiles', reach: whatIf },
    { name: 'study-best', reach: best },
    { name: 'study-share', reach: share },
    { name: 'study-odds', reach: odds },
    { name: 'study-embed', reach: embed },
    { name: 'study-embed-game', reach: embedGame },
    { name: 'study-review', reach: review },
    { name: 'study-review-turn', reach: reviewTurn },
    { name: 'study-puzzle', reach: puzzle },
    { name: 'study-puzzle-wrong', reach: async (page) => void (await wrong(page)) },
  ],
};
