// What people do with Bastide, from beginning to end.
import { assert, axe, dice, noBareKeys, open, playOut, playTurn, SHORT, shoot, sit } from './kit.mjs';

/** Makes a table through the set-up screen. */
async function setUp(page, url, preset, change = async () => {}) {
  await page.goto(`${url}/new?preset=${preset}`);
  await page.waitForSelector('form');
  await change(page);
  await page.click('form .button.prime');
  await page.waitForSelector('[data-revision]');
}

const levels = async (page, level) => {
  const selects = page.locator('select.kind');
  const count = await selects.count();
  for (let n = 1; n < count; n += 1) await selects.nth(n).selectOption(level);
};

/** A whole game of a ready-made game, to the final score. */
const game = (preset, seed) => async ({ chrome, server }) => {
  const page = await open(chrome, server.url);
  await setUp(page, server.url, preset, (form) => levels(form, 'beginner'));
  const roll = dice(seed);
  for (let turn = 0; turn < 6; turn += 1) await playTurn(page, roll);
  await shoot(page, `game-${preset}`);
  // A small window is drawn sooner.
  await page.setViewportSize({ width: 760, height: 520 });
  await playOut(page, roll);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForSelector('.places');
  await page.waitForTimeout(300);
  await shoot(page, `end-${preset}`);
  const scores = await page.locator('.places .score').allInnerTexts();
  assert(scores.length === 2 && scores.every((score) => /^-?\d+$/.test(score)), `final scores: ${scores}`);
  await page.click('text=Check now');
  await page.waitForSelector('text=All is well');
  assert(page.faults.length === 0, page.faults.join('; '));
  return scores.join(':');
};

export const fortress = game('fortress', 1);
export const medieval = game('medieval', 2);
export const bridges = game('bridges', 3);
export const wheel = game('wheel', 4);
export const stronghold = game('stronghold', 5);

/** Two browsers over a link, with a reload and a restart of the server. */
export async function friends({ chrome, server }) {
  const ann = await open(chrome, server.url, { prefs: { name: 'Ann' } });
  await ann.click('text=Invite a friend');
  await ann.waitForSelector('.waiting');
  await shoot(ann, 'invite');
  const link = await ann.locator('.waiting input[readonly]').inputValue();
  const ben = await open(chrome, link);
  await ben.fill('.waiting form input', 'Ben');
  await shoot(ben, 'join');
  await ben.click('.waiting form button');
  await Promise.all([ann, ben].map((page) => page.waitForSelector('.players')));
  const rolls = [dice(5), dice(6)];
  const round = async () => {
    for (let n = 0; n < 2; n += 1) {
      await ann.waitForTimeout(150);
      const isAnn = await ann.evaluate(() => document.querySelector('[data-confirm]') !== null);
      await playTurn(isAnn ? ann : ben, rolls[isAnn ? 0 : 1]);
    }
  };
  for (let n = 0; n < 4; n += 1) await round();
  await ben.reload();
  await ben.waitForSelector('.players');
  await round();
  await server.restart();
  for (let n = 0; n < 3; n += 1) await round();
  const boards = await Promise.all([ann, ben].map((page) => page.getAttribute('main', 'data-revision')));
  await ann.waitForTimeout(500);
  assert(boards[0] === boards[1], `both see the same game: ${boards}`);
  await ann.keyboard.press('h');
  await shoot(ann, 'history');
  assert(ann.faults.length + ben.faults.length === 0, [...ann.faults, ...ben.faults].join('; '));
}

/** A whole game without a mouse. */
export async function keyboard({ chrome, server }) {
  const page = await sit(chrome, server, SHORT);
  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  const roll = dice(9);
  let turns = 0;
  for (let n = 0; n < 3_000; n += 1) {
    const now = await page.evaluate(() => ({
      isOver: document.querySelector('[data-over]') !== null,
      isMine: document.querySelector('[data-confirm]') !== null,
      canConfirm: document.querySelector('[data-confirm]:not(:disabled)') !== null,
      hasTile: document.querySelector('.cell.here') !== null,
      spots: document.querySelectorAll('.spot').length,
    }));
    if (now.isOver) break;
    if (!now.isMine) await page.waitForTimeout(40);
    else if (now.canConfirm) {
      await page.keyboard.press('Enter');
      turns += 1;
      await page.waitForTimeout(120);
    } else if (!now.hasTile) await page.keyboard.press(arrows[roll(4)]);
    else {
      if (roll(3) === 0) await page.keyboard.press('r');
      await page.waitForTimeout(60);
      await page.keyboard.press(String(roll(Math.min(9, now.spots) + 1)));
      await page.waitForTimeout(60);
    }
  }
  assert(await page.evaluate(() => document.querySelector('[data-over]') !== null), 'the game ends');
  assert(page.faults.length === 0, page.faults.join('; '));
  return `${turns} turns`;
}

/** A game on a small phone, by touch. */
export async function phone({ chrome, server }) {
  const small = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'uk' };
  const front = await open(chrome, server.url, small);
  await front.waitForSelector('h1');
  await shoot(front, 'phone-front');
  await setUp(front, server.url, 'stronghold');
  await front.waitForTimeout(400);
  await shoot(front, 'phone-stronghold');
  const page = await sit(chrome, server, SHORT, small);
  const roll = dice(3);
  const tap = (at) => page.touchscreen.tap(at.x, at.y);
  for (let n = 0; n < 5; n += 1) await playTurn(page, roll, tap);
  await shoot(page, 'phone-game');
  await axe(page, 'phone-game');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 360, `nothing is wider than the phone: ${wide}`);
  await playOut(page, roll, tap);
  await page.waitForTimeout(300);
  await shoot(page, 'phone-end');
  await axe(page, 'phone-end');
  assert(page.faults.length === 0, page.faults.join('; '));
}

/** Every screen in every language, light and dark: no bare names, nothing axe
 * objects to. */
export async function screens({ chrome, server }) {
  const paths = ['/', '/new', '/guide', '/guide/base', '/guide/wheel', '/guide/stronghold', '/learn', '/about', '/nowhere'];
  for (const locale of ['en', 'uk', 'ru']) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(chrome, server.url, { locale, colorScheme });
      for (const path of paths) {
        await page.goto(server.url + path);
        await page.waitForSelector('h1');
        await page.waitForTimeout(250);
        const name = `${path.slice(1).replaceAll('/', '-') || 'front'}-${locale}-${colorScheme}`;
        await noBareKeys(page, name);
        if (locale === 'en') {
          await axe(page, name);
          await shoot(page, name);
        }
      }
      await setUp(page, server.url, 'bridges', (form) => levels(form, 'beginner'));
      await playTurn(page, dice(4));
      for (const key of ['h', 't', 's', '?', 'f']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(200);
        const name = `table-${key === '?' ? 'keys' : key}-${locale}-${colorScheme}`;
        await noBareKeys(page, name);
        if (locale === 'en') {
          await axe(page, name);
          await shoot(page, name);
        }
      }
      assert(page.faults.length === 0, page.faults.join('; '));
      await page.context().close();
    }
  }
}

/** What opens over a page, and the theme for whoever needs contrast. */
export async function contrast({ chrome, server }) {
  const page = await open(chrome, server.url, { prefs: { theme: 'contrast' } });
  await page.click('header button');
  await page.waitForSelector('dialog');
  await axe(page, 'settings');
  await shoot(page, 'settings');
  await page.keyboard.press('Escape');
  await setUp(page, server.url, 'wheel', (form) => levels(form, 'beginner'));
  await playTurn(page, dice(6));
  await page.click('.tools.left button >> nth=0');
  await page.waitForTimeout(300);
  await axe(page, 'menu');
  await shoot(page, 'contrast');
  const lesson = await open(chrome, `${server.url}/learn/stronghold`, { viewport: { width: 360, height: 740 } });
  await lesson.waitForSelector('.lesson');
  await lesson.waitForTimeout(300);
  await axe(lesson, 'lesson');
  await shoot(lesson, 'phone-lesson');
  const waiting = await open(chrome, server.url);
  await waiting.click('text=Invite a friend');
  await waiting.waitForSelector('.waiting');
  await axe(waiting, 'waiting');
  assert(page.faults.length === 0, page.faults.join('; '));
}

/** Both lessons, by the button that shows the move. */
export async function lessons({ chrome, server }) {
  for (const name of ['base', 'stronghold']) {
    const page = await open(chrome, `${server.url}/learn/${name}`);
    await page.waitForSelector('.lesson');
    await page.waitForTimeout(300);
    await shoot(page, `lesson-${name}`);
    for (let n = 0; n < 400; n += 1) {
      if (await page.locator('.lesson a.prime').count()) break;
      const next = page.locator('.lesson button.prime:not(:disabled)');
      if (await next.count()) await next.click();
      else if (await page.locator('[data-confirm]:not(:disabled)').count()) await page.click('[data-confirm]');
      else if (await page.locator('[data-confirm]').count()) await page.click('.lesson .button.small >> nth=0');
      await page.waitForTimeout(80);
    }
    await page.waitForSelector('.lesson a.prime', { timeout: 1_000 });
    assert(page.faults.length === 0, page.faults.join('; '));
    await shoot(page, `lesson-${name}-done`);
    await page.context().close();
  }
}

/** A finished game once more, and on from its middle. */
export async function replay({ chrome, server }) {
  const page = await sit(chrome, server, SHORT);
  await playOut(page, dice(8));
  await page.click('a[href$="/replay"]');
  await page.waitForSelector('.controls');
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'End', 'ArrowLeft']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
  }
  await page.locator('input[type=range]').fill('20');
  await page.waitForTimeout(400);
  await shoot(page, 'replay');
  await axe(page, 'replay');
  await page.click('summary >> nth=0');
  await page.click('aside details[open] button >> nth=0');
  await page.waitForSelector('[data-revision]');
  await playTurn(page, dice(2));
  assert(page.faults.length === 0, page.faults.join('; '));
}

/** Several people on one screen, each with a name. */
export async function hotSeat({ chrome, server }) {
  const page = await open(chrome, `${server.url}/new?seats=me,me&preset=fortress`);
  await page.waitForSelector('form');
  await page.click('text=Add a player');
  await page.locator('select.kind').nth(2).selectOption('me');
  for (const [n, name] of ['Ann', 'Ben', 'Cleo'].entries()) await page.locator('.seats input').nth(n).fill(name);
  await page.click('form .button.prime');
  await page.waitForSelector('[data-revision]');
  const roll = dice(7);
  const seen = new Set();
  for (let n = 0; n < 6; n += 1) {
    seen.add(await page.locator('.bar .who').innerText());
    await playTurn(page, roll);
    await page.waitForTimeout(100);
  }
  assert(seen.size === 3, `all three are called: ${[...seen]}`);
  await shoot(page, 'hot-seat');
  // What was set up is there again next time.
  await page.goto(`${server.url}/new`);
  await page.waitForSelector('form');
  assert(await page.locator('.seats li').count() === 3, 'the set-up is remembered');
  assert(page.faults.length === 0, page.faults.join('; '));
}

/** A listed table is found, joined and watched from the front page. */
export async function lobby({ chrome, server }) {
  const ann = await open(chrome, `${server.url}/new?preset=wheel`, { prefs: { name: 'Ann' } });
  await ann.locator('select.kind').nth(1).selectOption('open');
  await ann.check('input[value=listed]', { force: true });
  await ann.click('form .button.prime');
  await ann.waitForSelector('.waiting');
  const ben = await open(chrome, server.url, { prefs: { name: 'Ben' } });
  await ben.click('.line:has-text("Ann")');
  await ben.click('.waiting form button');
  await ben.waitForSelector('.players');
  const guest = await open(chrome, server.url);
  await guest.click('.line:has-text("Ben")');
  await guest.waitForSelector('text=You are watching');
  await guest.waitForTimeout(300);
  await shoot(guest, 'watching');
  await ben.goto(server.url);
  await ben.waitForSelector('.own a');
  await shoot(ben, 'front-own');
  await ben.click('.own a');
  await ben.waitForSelector('.players');
  const faults = [ann, ben, guest].flatMap((page) => page.faults);
  assert(faults.length === 0, faults.join('; '));
}
