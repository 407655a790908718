// Lessons and finished games.
import { readFileSync } from 'node:fs';
import { assert, confirm, dice, noFaults, open, playOut, playTurn, ready, SHORT, sit } from './support.mjs';

/** Performs the next action of a lesson with its "show me" button; returns
 * false at the end. */
export async function study(page) {
  const next = await page
    .waitForFunction(
      () => {
        const has = (selector) => document.querySelector(selector) !== null;
        if (document.querySelector('[data-revision]')?.hasAttribute('data-busy') !== false) return null;
        if (has('.lesson a.primary')) return 'done';
        if (has('.lesson button.primary:not(:disabled)')) return 'read';
        if (has('[data-confirm]:not(:disabled)')) return 'confirm';
        return has('[data-confirm]') && has('.lesson .button.small') ? 'show' : null;
      },
      null,
      { polling: 20 },
    )
    .then((found) => found.jsonValue());
  if (next === 'done') return false;
  if (next === 'confirm') await confirm(page);
  else await page.click(next === 'read' ? '.lesson button.primary' : '.lesson .button.small >> nth=0');
  return true;
}

/** Plays the lessons with the button that shows the expected move. */
export async function lessons({ chrome, server }) {
  // With `SAMPLE` the screenshots of lessons already play all of them.
  for (const name of process.env.SAMPLE ? ['wheel'] : ['base', 'bridges', 'wheel', 'inns', 'stronghold']) {
    const page = await open(chrome, `${server.url}/learn/${name}`);
    await page.waitForSelector('.lesson');
    let steps = 0;
    while (await study(page)) {
      steps += 1;
      assert(steps < 400, `the lesson ${name} has no end`);
    }
    noFaults(page);
    await page.context().close();
  }
}

/** Replays a finished game, and starts a new one from its middle. */
export async function replay({ chrome, server }) {
  const page = await sit(chrome, server, SHORT);
  await playOut(page, dice(8));
  await page.click('a[href$="/replay"]');
  await page.waitForSelector('.controls');
  const slider = page.locator('.controls input[type=range]');
  const isAt = (wanted) =>
    page.waitForFunction((n) => document.querySelector('.controls input[type=range]')?.value === String(n), wanted);
  const of = Number(await slider.getAttribute('max'));
  for (const [key, at] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['End', of],
    ['ArrowLeft', of - 1],
  ]) {
    await page.keyboard.press(key);
    await isAt(at);
  }
  await slider.fill(String(Math.floor(of / 2)));
  await isAt(Math.floor(of / 2));
  await page.click('summary >> nth=0');
  await page.click('aside details[open] button >> nth=0');
  await page.waitForSelector('[data-revision]');
  await ready(page);
  await playTurn(page, dice(2));
  noFaults(page);
}

/** A record opened by the reader is shown like a game played here. */
export async function record({ chrome, server }) {
  const page = await open(chrome, `${server.url}/open`);
  const lesson = new URL('../../src/lib/words/tutorial/base.bastide', import.meta.url);
  await page.fill('main textarea', readFileSync(lesson, 'utf8'));
  await page.click('main form button.primary');
  await page.waitForSelector('.controls');
  await page.waitForSelector('.layer use');
  const of = Number(await page.locator('.controls input[type=range]').getAttribute('max'));
  const told = new Set();
  for (let turn = 1; turn <= of; turn += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((n) => document.querySelector('.count')?.textContent === n, `${turn}/${of}`);
    for (const line of await page.locator('.told p').allTextContents()) told.add(line);
  }
  const sums = [...told].filter((line) => /\d [×x] \d|\d \+ \d/.test(line));
  assert(sums.length > 0, `how points came about is told: ${[...told].join(' / ')}`);
  // The markers of the score track reach the displayed scores.
  await page.waitForFunction(() => {
    const told = [...document.querySelectorAll('.scores b')].map((score) => Number(score.textContent));
    const shown = [...document.querySelectorAll('[data-track] [data-marker]')].map(
      ({ dataset }) => Number(dataset.laps) * 50 + Number(dataset.space),
    );
    return told.some((score) => score > 0) && told.join() === shown.join();
  });
  await page.keyboard.press('Home');
  await page.waitForSelector('.told .hint');
  noFaults(page);
}
