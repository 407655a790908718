// Aids for following a game: moves of other players, the last move, and
// information about a tile.
import { assert, axe, dice, goOn, make, noFaults, PHONE, playTurn, ready, settle, shoot, sitDown } from './support.mjs';

/** Opens a page at a new table against three bots. */
async function sitAmongBots(chrome, server) {
  const seats = [{ kind: 'me', name: 'Ann' }, ...[1, 2, 3].map(() => ({ kind: 'bot', level: 'beginner' }))];
  const page = await sitDown(chrome, server, await make(server, { seats, first: { kind: 'seat', seat: 0 } }));
  await ready(page);
  return page;
}

const told = (page) => page.locator('main [role=log]').innerText();
const tiles = (page) => page.locator('.world .layer >> nth=0').locator('> use').count();

/** Records the number of tiles whenever it changes, independent of the speed of
 * the machine. */
const record = (page) =>
  page.evaluate(() => {
    const layer = document.querySelector('.world .layer');
    const count = () => layer.querySelectorAll(':scope > use').length;
    let last = count();
    globalThis.counts = [];
    new MutationObserver(() => {
      if (count() !== last) globalThis.counts.push((last = count()));
    }).observe(layer, { childList: true });
  });

export async function aids({ chrome, server }) {
  const page = await sitAmongBots(chrome, server);
  const roll = dice(12);
  for (let n = 0; n < 3; n += 1) {
    await playTurn(page, roll);
    await ready(page);
  }
  // All moves of the other players are marked until the player moves, also
  // after a reload.
  const areMarked = () =>
    page.waitForFunction(
      () =>
        document.querySelectorAll('.line.recent').length === 2 && document.querySelectorAll('.line.last').length === 1,
    );
  await areMarked();
  await page.mouse.click(30, 780);
  await page.reload();
  await areMarked();
  await page.keyboard.press('l');
  assert(/lays a tile/.test(await told(page)), `the last move is told: ${await told(page)}`);

  // They can be replayed one after another.
  const all = await tiles(page);
  await record(page);
  await page.keyboard.press('p');
  await page.waitForFunction((count) => globalThis.counts.length === count, 4, { timeout: 30_000 });
  await shoot(page, 'since');
  const counts = await page.evaluate(() => globalThis.counts);
  assert(
    counts.join(' ') === [3, 2, 1, 0].map((left) => all - left).join(' '),
    `tiles are lifted and come again: ${counts}`,
  );
  await page.waitForSelector('.caption', { state: 'detached' });
  await page.keyboard.press('p');
  await page.waitForSelector('.caption');
  await page.keyboard.press('Escape');
  assert((await page.locator('.caption').count()) === 0 && (await tiles(page)) === all, 'it can be stopped');

  // Every tile can be reached and queried with the keyboard alone.
  await page.keyboard.press('g');
  await page.locator('[data-cell="0,0"]').focus();
  const heard = new Set();
  for (let n = 0; n < 4; n += 1) {
    const before = await told(page);
    await page.keyboard.press('i');
    await page.waitForFunction((old) => document.querySelector('main [role=log]').innerText !== old, before);
    heard.add((await told(page)).split(':')[0]);
  }
  assert(heard.has('City') && heard.has('Road') && heard.has('Field'), `all features are told: ${[...heard]}`);
  await axe(page, 'feature');
  await shoot(page, 'feature');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');

  // Closing a drawer restores the focus.
  await page.click('.tools.left button[aria-label="History"]');
  await page.waitForSelector('.drawer .content > *');
  await page.keyboard.press('Escape');
  assert(
    (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === 'History',
    'the focus is back',
  );

  // Nothing is marked after the player has moved; supplies that do not fit on a
  // phone are one tap away.
  await playTurn(page, roll);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.click('.players .more');
  await page.waitForSelector('.players.open .left >> text=tiles left');
  await shoot(page, 'phone-players');
  noFaults(page);
}

/** Cards that follow clicks, hints shown on the board, answers that say "none",
 * and supplies as pictures. */
export async function cards({ chrome, server }) {
  const { rest: _rest, ...seated } = await goOn(server, 'wheel', 62, 1, { aid: 'coach' });
  const page = await sitDown(chrome, server, seated);
  await page.waitForSelector('[data-prompt="lay_tile"]');
  await settle(page);
  assert((await page.locator('.common .stock svg').count()) === 3, 'bridges, castles and barns are pictures');

  // Fields have the colours of their owners, a hatch each, and show their
  // value.
  await page.keyboard.press('f');
  await page.waitForSelector('path.hatch');
  const label = await page.locator('.label .cities').first().innerText();
  assert(/^\d+ cit(?:y|ies) × \d+ =$/.test(label), `a field says how its points come about: ${label}`);
  await page.keyboard.press('f');
  await page.waitForSelector('path.hatch', { state: 'detached' });

  // Figures stand on different features: a click switches from one to the next.
  const points = await page.evaluate(() =>
    [...document.querySelectorAll('.figure use')]
      .map((figure) => {
        const box = figure.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      })
      .filter(({ x, y }) => document.elementFromPoint(x, y)?.matches('.board, .board *:not(button)')),
  );
  const outlines = [];
  for (const { x, y } of points) {
    if (outlines.length === 2) break;
    const before = outlines.at(-1) ?? null;
    await page.mouse.click(x, y);
    await settle(page);
    const now = await page.evaluate(
      () => document.querySelector('.about') && document.querySelector('path.outline')?.getAttribute('d'),
    );
    if (now && now !== before) outlines.push(now);
  }
  assert(outlines.length === 2, `the card switches to another feature: ${outlines.length} of ${points.length} points`);
  await page.keyboard.press('Escape');

  // The best hint is shown on the board immediately.
  await page.keyboard.press('b');
  await page.waitForSelector('.drawer ol li');
  await page.waitForSelector('[data-placed]');
  noFaults(page);

  // On a phone the hint leaves its tile and the confirm button visible.
  const { rest: _, ...phoned } = await goOn(server, 'wheel', 62, 1, { aid: 'coach' });
  const phone = await sitDown(chrome, server, phoned, PHONE);
  await phone.waitForSelector('[data-prompt="lay_tile"]');
  await phone.click('.tools.left button:has([data-icon=hint])');
  await phone.waitForSelector('.drawer ol li');
  await phone.waitForSelector('[data-placed]:not([data-busy])');
  await phone.waitForSelector('[data-confirm]:not(:disabled)');
  await settle(phone);
  const { tile, free, isMet } = await phone.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const button = box('[data-confirm]');
    return {
      tile: [box('.drop .frame').top, box('.drop .frame').bottom],
      free: [box('.players').bottom, box('.drawer').top],
      isMet:
        document
          .elementFromPoint((button.left + button.right) / 2, (button.top + button.bottom) / 2)
          ?.closest('[data-confirm]') !== null,
    };
  });
  assert(tile[0] >= free[0] - 20 && tile[1] <= free[1] + 20, `the tile of the hint at ${tile} lies between ${free}`);
  assert(isMet, 'it can be confirmed without closing the hint');
  await axe(phone, 'a hint on a phone');
  await phone.click('[data-confirm]');
  await phone.waitForSelector('.drawer', { state: 'detached' });
  noFaults(phone);

  const fresh = await sitAmongBots(chrome, server);
  await fresh.click('.tools.left button:has([data-icon=dead])');
  await fresh.waitForSelector('.notice:has-text("There are no dead cells")');
  noFaults(fresh);
}
