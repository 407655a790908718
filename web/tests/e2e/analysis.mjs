// The analysis board: imports, variations, best turns, links.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { assert, axe, engineOf, NO_ENGINE, noFaults, open, prepared, until, withServer } from './support.mjs';

const RECORD = readFileSync(new URL('./tables/river.bastide', import.meta.url), 'utf8');
/** A game with a variation. */
export const VARIATION = `bastide 1
game land rules=base,fields seats=2
DV P1,0r0 M0
#! (
#! DV P1,0r0 M1
#! text A field,
#! text not a road.
#! )
`;
const LINK = 'https://www.carcassonnelab.com/#/0/0/CED/2112?players=Ann,%3Cb%3EBob&colors=red,blue';

/** Waits until the board shows a line of actions, and nothing is being planned. */
export const shows = (page, line) =>
  page.waitForFunction(
    (wanted) => {
      const main = document.querySelector('main[data-line]');
      return main?.dataset.line === wanted && !main.hasAttribute('data-busy') && main.hasAttribute('data-revision');
    },
    line,
    { polling: 20 },
  );

/** Pastes a game into the page of the analysis board. */
export async function paste(page, text) {
  await page.waitForSelector('main textarea');
  await page.fill('main textarea', text);
  await page.click('main form button.primary');
}

/** Drags a file over the field for games, and drops it there. */
async function drop(page, file) {
  const dataTransfer = await page.evaluateHandle(({ name, mimeType, text }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: mimeType }));
    return transfer;
  }, file);
  const field = page.locator('main form');
  await field.dispatchEvent('dragenter', { dataTransfer });
  await field.dispatchEvent('dragover', { dataTransfer });
  await page.waitForSelector('main form.over');
  // A browser opens a file that the page does not take.
  const isTaken = await field.evaluate((element, transfer) => {
    const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
    return !element.dispatchEvent(event);
  }, dataTransfer);
  assert(isTaken, 'the page takes the file');
}

/** Waits for the forecast of the position, and returns the chances of winning in
 * thousandths. */
async function forecast(page) {
  const shown = page.locator('[data-forecast=done]');
  await shown.waitFor();
  const numbers = (name) =>
    shown.locator(`[data-${name}]`).evaluateAll((all, key) => all.map((one) => Number(one.dataset[key])), name);
  const [win, margin] = [await numbers('win'), await numbers('margin')];
  assert(win.length >= 2 && Math.abs(win.reduce((sum, one) => sum + one) - 1000) <= 2, `chances are ${win.join()}`);
  assert(Math.abs(margin.reduce((sum, one) => sum + one)) <= margin.length, `margins are ${margin.join()}`);
  assert((await shown.innerText()).includes('±'), 'forecasts have standard errors');
  return win;
}

/** Draws a tile, waits for the best turns, and plays the first one. Returns its
 * actions. */
async function playBest(page, draw) {
  const before = await page.locator('main').getAttribute('data-line');
  await page.click(`[data-draw="${draw}"]`);
  await shows(page, `${before} ${draw}`.trim());
  await page.click('[data-tab=best]');
  const best = page.locator('[data-best]').first();
  await best.waitFor();
  await forecast(page);
  await page.waitForFunction(() => !document.querySelector('main').hasAttribute('data-thinking'));
  const actions = await best.getAttribute('data-best');
  await best.locator('.button').click();
  await shows(page, `${before} ${draw} ${actions}`.trim());
  return actions;
}

/** An empty board: play both sides, go back, branch, name and comment, reload. */
export async function analysis({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/analysis`);
  await page.selectOption('main select >> nth=0', 'base');
  await page.click('[data-empty]');
  await shows(page, '');

  // What if: each tile gets a value, and they have an average.
  await page.click('[data-tab=tiles]');
  await page.waitForSelector('[data-average]');
  const tiles = await page.locator('[data-what-if]').count();
  assert(tiles >= 20, `there are ${tiles} kinds of tiles`);

  const first = await playBest(page, 'DV');
  await playBest(page, 'DE');
  // Back with the keyboard, and another tile in place of the second turn.
  await page.click('[data-tab=turns]');
  // In the tabs, arrow keys move between them.
  await page.focus('main');
  await page.keyboard.press('ArrowLeft');
  await shows(page, `DV ${first}`);
  await playBest(page, 'DU');
  // The forecast follows the position: before the first turn it is another one.
  const later = await forecast(page);
  await page.focus('main');
  await page.keyboard.press('Home');
  await shows(page, '');
  const start = await forecast(page);
  assert(start.join() !== later.join(), `the forecast of the start is ${start.join()}, as later`);
  assert(
    (await page.locator('[data-uncalibrated]').count()) === 1,
    'games without fields were not compared with results',
  );
  await page.click('[data-tab=turns]');
  await page.locator('[data-tree] .variation .turn').last().click();
  assert((await page.locator('[data-tree] .variation').count()) === 1, 'the other turn is a variation');
  await page.fill('[data-name]', 'Straight <b>on</b>');
  await page.fill('[data-comment]', 'A road,\nnot a city.');
  await page.keyboard.press('Escape');

  // Odds of the openings.
  await page.click('[data-show-odds]');
  await page.waitForSelector('[data-odds]', { state: 'attached' });

  // The address contains everything.
  const line = await page.locator('main').getAttribute('data-line');
  await page.waitForFunction(() => location.hash.startsWith('#z='));
  await page.click('[data-share] summary');
  const link = page.locator('[data-share] input').first();
  await until(async () => (await link.inputValue()).includes('#z='), 'there is a link');
  const other = await open(chrome, await link.inputValue());
  await other.waitForSelector('[data-tree]');
  // A link shows the end of the main line.
  assert((await other.locator('[data-tree] .variation').count()) === 1, 'the link has the variation');
  await other.click('[data-tree] .variation .turn');
  await shows(other, line);
  assert((await other.inputValue('[data-comment]')) === 'A road,\nnot a city.', 'the link has the comment');
  assert((await other.inputValue('[data-name]')) === 'Straight <b>on</b>', 'names are text');

  // The variation becomes the main line; deleting it leaves the other.
  await other.click('[data-promote]');
  await other.click('[data-remove]');
  await shows(other, `DV ${first}`);
  assert((await other.locator('[data-tree] .turn').count()) === 3, 'the start and two turns are left');

  // The record can be saved and opened again.
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-save]')]);
  const saved = readFileSync(await download.path(), 'utf8');
  assert(saved.includes('#! name Straight <b>on</b>\n'), saved);
  await axe(page, 'analysis');
  noFaults(page, other);
}

/** Games from elsewhere, and inputs that are not games. */
export async function imports({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/analysis`);
  const refused = async (text, code, words) => {
    await paste(page, text);
    const alert = page.locator(`[role=alert][data-code="${code}"]`);
    await alert.waitFor();
    assert((await alert.innerText()).includes(words), await alert.innerText());
  };
  await refused('hello', 'unknown-format', 'none of the known formats');
  await refused('{"data": <script>alert(1)</script>', 'bad-json', 'JSON');
  const wrong = 'bastide 1\ngame land rules=base seats=2\nDV P1,0r0 M0\nDU P7,7r0 .\n';
  await refused(wrong, 'not-adjacent', 'Turn 2');
  assert((await page.evaluate(() => location.hash)) === '', 'nothing is kept of a refused game');
  // The turns before the error can be opened, with the tile that was drawn.
  await page.click('[role=alert] .button');
  await shows(page, 'DV P1,0r0 M0 DU');

  await page.goto('about:blank');
  await page.goto(`${server.url}/analysis`);
  await paste(page, LINK);
  await page.waitForSelector('[data-tree]');
  await page.waitForSelector('.scores');
  const names = await page.locator('.scores .name').allInnerTexts();
  assert(names.includes('<b>Bob'), names.join());

  // A file that is selected, and one that is dropped.
  const select = ({ name, mimeType, text }) =>
    page.setInputFiles('input[type=file]', { name, mimeType, buffer: Buffer.from(text) });
  for (const give of [select, (file) => drop(page, file)]) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/analysis`);
    await page.waitForSelector('main textarea');
    await give({ name: 'a.bastide', mimeType: 'text/plain', text: RECORD });
    await page.waitForSelector('[data-tree]');
    const turns = RECORD.split('\n').filter((line) => line.startsWith('D')).length;
    assert((await page.locator('[data-tree] [data-turn]').count()) >= turns - 1, 'all turns are listed');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  noFaults(page);
}

/** The analysis board without a network. */
export const offlineAnalysis = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await own.stop();
    await page.goto(`${own.url}/analysis`);
    await paste(page, RECORD);
    await page.waitForSelector('[data-tree] [aria-current]');
    await page.keyboard.press('Home');
    await shows(page, '');
    await page.click('[data-draw] >> nth=0');
    await page.click('[data-tab=best]');
    await page.waitForSelector('[data-best]');
    noFaults(page);
    return undefined;
  });

/** A position in a frame of another site. */
export async function embed({ chrome, server }) {
  if ((await engineOf(server)) === undefined) return NO_ENGINE;
  const page = await open(chrome, `${server.url}/analysis`);
  await paste(page, RECORD);
  await page.waitForSelector('[data-tree] [aria-current]');
  await page.click('[data-share] summary');
  let frame = await page.locator('[data-share] input').nth(2).inputValue();
  // Another port is another origin.
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(frame));
  /** Starts the other site; returns its port. */
  async function serve() {
    await new Promise((done) => {
      site.listen(0, '127.0.0.1', done);
    });
    return site.address().port;
  }
  const other = await open(chrome, `http://127.0.0.1:${await serve()}/`);
  const inside = other.frameLocator('iframe');
  await inside.locator('main[data-line]').waitFor();
  const before = await inside.locator('[data-depth]').getAttribute('data-depth');
  await inside.locator('.controls button').nth(1).click();
  await inside.locator(`[data-depth="${Number(before) - 1}"]`).waitFor();
  assert((await inside.locator('main a[target=_blank]').count()) === 1, 'the frame leads to the analysis board');
  assert((await page.locator('[data-embed-all]').count()) === 0, 'a game without variations has one frame');
  noFaults(page, other);
  site.close();

  // A variation with a comment has a frame of its own, which can show it.
  await page.fill('[data-comment]', 'The game.');
  await page.keyboard.press('Escape');
  const whole = page.locator('[data-embed-all] input');
  await whole.waitFor();
  await page.goto('about:blank');
  await page.goto(`${server.url}/analysis`);
  await paste(page, VARIATION);
  await page.waitForSelector('[data-tree] .variation');
  await page.click('[data-share] summary');
  await until(async () => /embed#z=/.test(await whole.inputValue()), 'there is a frame with variations');
  frame = await whole.inputValue();
  await other.goto(`http://127.0.0.1:${await serve()}/`);
  await inside.locator('[data-variation]').waitFor();
  assert(/1\/2/.test(await inside.locator('[data-variation]').innerText()), 'there are two lines');
  await inside.locator('[data-variation]').click();
  await inside.getByText('A field,\nnot a road.').waitFor();
  assert((await inside.locator('main').getAttribute('data-line')) === 'DV P1,0r0 M1', 'the variation is shown');
  noFaults(page, other);
  site.close();
  return undefined;
}
