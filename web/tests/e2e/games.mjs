// Whole games: of each preset, by keyboard alone, on a phone, on one screen.
import { assert, axe, dice, noFaults, open, PHONE, playOut, playTurn, settle, SHORT, shoot, sit } from './support.mjs';

/** Creates a table through the set-up page. The draws are seeded, so that the
 * game is the same every time. */
export async function setUp(page, url, preset, change = async () => {}) {
  await page.route('**/api/tables', (route) => {
    const plan = route.request().postDataJSON();
    return plan ? route.continue({ postData: { ...plan, deal: { kind: 'seed', seed: preset } } }) : route.continue();
  });
  await page.goto(`${url}/new?preset=${preset}`);
  await page.waitForSelector('form');
  await change(page);
  await page.click('form .button.primary');
  await page.waitForSelector('[data-revision]');
}

/** Adds `count` bots of the fastest level. */
export const bots = (count) => async (page) => {
  while ((await page.locator('select.kind').count()) < count + 1) await page.click('text=Add a player');
  for (let n = 1; n <= count; n += 1) await page.locator('select.kind').nth(n).selectOption('beginner');
};

/** Plays a whole game of a preset to the final score. */
export const game =
  (preset, seed, others = 3, { choose, look } = {}) =>
  async ({ chrome, server }) => {
    const page = await open(chrome, server.url);
    await setUp(page, server.url, preset, async () => {
      await bots(others)(page);
      await choose?.(page);
    });
    const roll = dice(seed);
    for (let turn = 0; turn < 4; turn += 1) await playTurn(page, roll);
    await look?.(page, server);
    await shoot(page, `game-${preset}`);
    // A small window renders faster.
    await page.setViewportSize({ width: 760, height: 520 });
    await playOut(page, roll);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForSelector('.places');
    await shoot(page, `end-${preset}`);
    const scores = await page.locator('.places .score').allInnerTexts();
    assert(scores.length === others + 1 && scores.every((score) => /^-?\d+$/.test(score)), `final scores: ${scores}`);
    noFaults(page);
    return scores.join(':');
  };

export const fortress = game('fortress', 1);
export const medieval = game('medieval', 2);
export const bridges = game('bridges', 3);
export const wheel = game('wheel', 4);
export const stronghold = game('stronghold', 5, 1, { choose: chooseColours, look: seeColours });

/** Colours at set-up: by keyboard, swapped with another seat, and both at
 * once. */
async function chooseColours(page) {
  const colours = () =>
    page.locator('.opener [data-figure]').evaluateAll((all) => all.map(({ dataset }) => dataset.figure).join());
  const opener = page.locator('.opener');
  await opener.first().focus();
  for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const focused = await page.evaluate(() => document.activeElement.dataset.colour);
  assert(focused === 'white', `arrows go from colour to colour: ${focused}`);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.picker', { state: 'detached' });
  assert((await colours()) === 'red,blue', 'Escape changes nothing');
  assert(
    await opener.first().evaluate((button) => button === document.activeElement),
    'the focus is back on the button',
  );

  await opener.nth(1).click();
  const small = await page
    .locator('.picker .colour')
    .evaluateAll((all) => all.filter((one) => Math.min(one.clientWidth, one.clientHeight) < 44).length);
  assert(small === 0, `${small} colours are too small for a finger`);
  await axe(page, 'the colours');
  assert(/Seat 1/.test(await page.locator('.colour[data-colour=red]').innerText()), 'it says which seat has red');
  await page.click('.colour[data-colour=red]');
  assert((await colours()) === 'blue,red', `the seats swap: ${await colours()}`);
  const told = await page.locator('.told').innerText();
  assert(told === 'Seat 1: blue. Seat 2: red.', `both are told: ${told}`);

  await page.click('text=White and black');
  assert((await colours()) === 'white,black', `white and black are chosen: ${await colours()}`);
}

/** Checks panels, figures and pieces of a table in white and black, and its
 * record. */
async function seeColours(page, server) {
  await settle(page);
  const seen = await page.evaluate(() => {
    const used = [...document.querySelectorAll('.world use, .players use')].map((use) => use.getAttribute('href'));
    return {
      signs: [...document.querySelectorAll('.player > .sign')]
        .map((sign) => `${sign.textContent} ${getComputedStyle(sign).color}`)
        .join(),
      numbers: [
        ...new Set(
          used.flatMap((name) => /^#(?:herald|knight|squire|merchant|meeple|marker|keep)(\d)$/.exec(name)?.[1] ?? []),
        ),
      ]
        .sort()
        .join(),
      figures: document.querySelectorAll('.figure').length,
      missing: used.filter((name) => document.querySelector(name) === null),
    };
  });
  assert(seen.signs === '✚ rgb(255, 255, 255),★ rgb(43, 39, 36)', `the panels have the chosen colours: ${seen.signs}`);
  assert(seen.numbers === '4,5' && seen.figures > 0, `all pieces are black or white: ${seen.numbers}`);
  assert(seen.missing.length === 0, `nothing is drawn for ${seen.missing}`);
  const [, table] = new URL(page.url()).pathname.split('/t/');
  const record = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
  assert(record.includes('colours=white,black'), `the record says the colours: ${record.slice(0, 80)}`);
  // They are stored for the next set-up, and the replay uses them too.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/new?preset=fortress`);
  await other.waitForSelector('.opener [data-figure=white]');
  await other.goto(`${server.url}/t/${table}/replay`);
  await other.waitForSelector('.scores .sign');
  const signs = await other.locator('.scores .sign').allInnerTexts();
  assert(signs.join() === '✚,★', `the replay has the colours: ${signs}`);
  await other.close();
}

/** A whole game without a mouse. */
export async function keyboard({ chrome, server }) {
  const page = await sit(chrome, server, SHORT);
  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  const roll = dice(9);
  let turns = 0;
  for (let n = 0; n < 600; n += 1) {
    const now = await page
      .waitForFunction(
        () => {
          const table = document.querySelector('[data-revision]');
          if (table === null || table.hasAttribute('data-busy')) return null;
          const isOver = table.hasAttribute('data-over');
          if (!isOver && document.querySelector('[data-confirm]') === null) return null;
          return {
            isOver,
            canConfirm: document.querySelector('[data-confirm]:not(:disabled)') !== null,
            hasTile: table.hasAttribute('data-placed'),
            spots: document.querySelectorAll('.spot').length,
            revision: table.getAttribute('data-revision'),
          };
        },
        null,
        { polling: 20 },
      )
      .then((found) => found.jsonValue());
    if (now.isOver) break;
    if (now.canConfirm) {
      await page.keyboard.press('Enter');
      turns += 1;
      await page.waitForFunction(
        (old) => document.querySelector('[data-revision]').getAttribute('data-revision') !== old,
        now.revision,
      );
    } else if (!now.hasTile) {
      await page.keyboard.press(arrows[roll(4)]);
    } else {
      if (roll(3) === 0) await page.keyboard.press('r');
      await page.waitForSelector('[data-revision]:not([data-busy])');
      await page.keyboard.press(String(roll(Math.min(9, now.spots) + 1)));
    }
  }
  assert((await page.locator('[data-over]').count()) === 1, 'the game ends');
  noFaults(page);
  return `${turns} turns`;
}

/** A game on a small phone, by touch. */
export async function phone({ chrome, server }) {
  const page = await sit(chrome, server, SHORT, { ...PHONE, locale: 'uk' });
  const roll = dice(3);
  const tap = (at) => page.touchscreen.tap(at.x, at.y);
  const isNarrow = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 360, `nothing is wider than the phone: ${wide}`);
  };
  for (let n = 0; n < 5; n += 1) await playTurn(page, roll, tap);
  await shoot(page, 'phone-game');
  await isNarrow();
  await playOut(page, roll, tap);
  await page.waitForSelector('.places');
  await shoot(page, 'phone-end');
  await axe(page, 'phone-end');
  await isNarrow();
  noFaults(page);
}

/** Several players on one screen, each with a name. */
export async function hotSeat({ chrome, server }) {
  const page = await open(chrome, `${server.url}/new?seats=me,me&preset=fortress`);
  await page.waitForSelector('form');
  await page.click('text=Add a player');
  await page.locator('select.kind').nth(2).selectOption('me');
  for (const [n, name] of ['Ann', 'Ben', 'Cleo'].entries()) await page.locator('.seats input').nth(n).fill(name);
  await page.click('form .button.primary');
  await page.waitForSelector('[data-revision]');
  const roll = dice(7);
  const seen = new Set();
  for (let n = 0; n < 6; n += 1) {
    await page.waitForSelector('.bar .who');
    seen.add(await page.locator('.bar .who').innerText());
    await playTurn(page, roll);
  }
  assert(seen.size === 3, `all three are called: ${[...seen]}`);
  await shoot(page, 'hot-seat');
  // The set-up is restored next time.
  await page.goto(`${server.url}/new`);
  await page.waitForSelector('form');
  assert((await page.locator('.seats li').count()) === 3, 'the set-up is remembered');
  noFaults(page);
}
