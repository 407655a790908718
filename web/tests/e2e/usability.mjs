// Details of usability: choices that are visible and do not overlap, restored
// focus, tabs that stay open across a new build.
import {
  assert,
  axe,
  follow,
  noFaults,
  noHiddenFocus,
  noOverlaps,
  open,
  PHONE,
  settle,
  shoot,
  sit,
  sitAt,
  unfold,
} from './support.mjs';

/** Minimum distance between centres; closer ones are hit by mistake. */
const APART = 59;

/** Returns the centres of all pins, and whether a tap there hits the pin. */
const spots = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.spot')].map((spot) => {
      const box = spot.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return { x, y, isMet: document.elementFromPoint(x, y)?.closest('.spot') === spot };
    }),
  );

/** Choices do not overlap, and are visible or reachable through a badge. */
export async function pins({ chrome, server }) {
  let seen = 0;
  for (const options of [{}, PHONE]) {
    for (const [record, turn] of [
      ['castle', 44],
      ['castle', 2],
      ['wheel', 4],
      ['wheel', 33],
      ['lady', 52],
    ]) {
      const where = `${record} ${turn} on a ${options.isMobile ? 'phone' : 'computer'}`;
      const page = await sitAt(chrome, server, record, turn, 1, { options });
      await follow(page, page.rest[0]);
      await page.waitForSelector('.spot');
      await settle(page);
      const found = await spots(page);
      seen += found.length;
      for (const [n, one] of found.entries()) {
        for (const other of found.slice(n + 1)) {
          const gap = Math.hypot(one.x - other.x, one.y - other.y);
          assert(gap >= APART, `${where}: two choices are ${gap.toFixed(0)} px apart`);
        }
      }
      // In this case no key rotated the tile.
      if (turn === 44)
        assert(
          (await page.locator('.spot .number').count()) === 0,
          `${where}: numbers of keys before a key was pressed`,
        );
      await page.keyboard.press('c');
      await page.waitForSelector('.spot .number');
      await noOverlaps(page, where);
      const hidden = found.filter((one) => !one.isMet).length;
      const badges = await page.locator('[data-offscreen]').count();
      assert(
        hidden === 0 || badges > 0,
        `${where}: ${hidden} of ${found.length} choices are out of sight, and nothing says so`,
      );
      if (badges > 0) {
        // The badge moves the camera there.
        await page.locator('[data-offscreen]').first().click();
        await settle(page);
        const now = (await spots(page)).map((one, n) => one.isMet && !found[n].isMet);
        assert(now.includes(true), `${where}: the badge shows no other choice`);
      }
      noFaults(page);
      await page.context().close();
    }
  }
  return `${seen} choices`;
}

const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return {
      isIn: (at?.closest('.drawer, dialog') ?? null) !== null,
      action: at?.getAttribute('data-action') ?? null,
      label: at?.getAttribute('aria-label') ?? '',
    };
  });

/** Tab and Escape: through choices in order, into drawers and out again. */
export async function focus({ chrome, server }) {
  const page = await sitAt(chrome, server, 'castle', 44, 1);
  await follow(page, page.rest[0]);
  await page.waitForSelector('.spot');
  const offered = await page.locator('.spot').evaluateAll((all) => all.map((spot) => spot.getAttribute('data-action')));
  await page.locator('.cell.here').focus();
  const met = [];
  for (let n = 0; n < offered.length + 4; n += 1) {
    await page.keyboard.press('Tab');
    met.push((await focused(page)).action);
  }
  const walked = met.filter((action) => offered.includes(action));
  assert(walked.join() === offered.join(), `Tab meets the choices in order: ${walked}, not ${offered}`);

  await page.locator('.tools.left button').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.drawer [data-icon=gear]');
  assert((await focused(page)).isIn, 'an opened drawer has the focus');
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('Tab');
    assert((await focused(page)).isIn, 'Tab goes through the drawer');
  }
  await page.locator('.drawer button:has([data-icon=gear])').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    const isOut = await page.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
    );
    assert(!isOut, 'Tab stays in a dialog');
  }
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert((await page.locator('.drawer').count()) === 1, 'Escape closes the dialog only');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.drawer', { state: 'detached' });
  assert(
    await page.evaluate(() => document.activeElement?.closest('.tools.left') !== null),
    'the focus is back on the button',
  );
  // The tile is still there: closing did not undo the turn.
  assert((await page.locator('[data-placed]').count()) === 1, 'the turn is as it was');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-placed]', { state: 'detached' });
  noFaults(page);
}

/** Sticky elements cover neither the focus nor a close button. */
export async function layout({ chrome, server }) {
  for (const options of [{ viewport: { width: 900, height: 620 } }, PHONE]) {
    const page = await open(chrome, `${server.url}/new`, options);
    await page.waitForSelector('form');
    await unfold(page.locator('details'));
    await noHiddenFocus(page, 'the set-up');
    noFaults(page);
  }
  await lockedFields(chrome, server);
  await tablet(chrome, server);
  // A notice beside the drawer, at widths where it used to overlap it.
  const page = await sitAt(chrome, server, 'castle', 44, 1, { options: { viewport: { width: 1100, height: 760 } } });
  await page.waitForSelector('[data-prompt]');
  await page.keyboard.press('h');
  await page.waitForSelector('.drawer header button');
  const port = Number(new URL(server.url).port);
  await server.stop();
  await page.waitForSelector('.notice');
  for (const width of [1100, 1000, 900, 760]) {
    await page.setViewportSize({ width, height: 760 });
    await settle(page);
    const isFree = await page.evaluate(() => {
      const box = document.querySelector('.drawer header button').getBoundingClientRect();
      return (
        document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest('.drawer') !== null
      );
    });
    assert(isFree, `at ${width} px a notice lies on the close button`);
  }
  await server.start(port);
}

const TABLET = { viewport: { width: 820, height: 1180 }, locale: 'uk' };

/** A portrait tablet shows the front page without horizontal scrolling, all
 * buttons of a table, and its board beside open panels. */
async function tablet(chrome, server) {
  const front = await open(chrome, server.url, TABLET);
  await front.waitForSelector('.games .game');
  const aside = await front.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(aside <= 0, `the front page is ${aside} px too wide`);
  await front.context().close();

  const page = await sitAt(chrome, server, 'wheel', 33, 1, { options: TABLET });
  await page.waitForSelector('.foot');
  await page.keyboard.press('t');
  await page.waitForSelector('.drawer .content > *');
  await settle(page);
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('.tools button')]
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return (
          button.checkVisibility() &&
          document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest('button') !==
            button
        );
      })
      .map((button) => button.getAttribute('aria-label')),
  );
  assert(covered.length === 0, `buttons are covered: ${covered}`);
  const hidden = await page.evaluate(() => {
    const [rail, drawer] = ['.players', '.drawer'].map((selector) =>
      document.querySelector(selector).getBoundingClientRect(),
    );
    const top = Math.max(rail.bottom, drawer.bottom);
    return [...document.querySelectorAll('.cell.legal')].filter(
      (cell) => cell.getBoundingClientRect().bottom < top - 40,
    ).length;
  });
  assert(hidden === 0, `${hidden} cells for the tile lie below the drawer or the players`);
  noFaults(page);
  await page.context().close();
}

/** The wheel is set up with fields, even if a set-up without them was stored
 * (SETUP-6). */
async function lockedFields(chrome, server) {
  const page = await open(chrome, `${server.url}/new?preset=wheel`);
  const fields = page.locator('.expansions input').first();
  await fields.waitFor();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('bastide.setup'));
    addEventListener('pagehide', () =>
      localStorage.setItem('bastide.setup', JSON.stringify({ ...kept, expansions: ['abbot'] })),
    );
  });
  await page.goto(`${server.url}/new`);
  await fields.waitFor();
  assert((await fields.isChecked()) && (await fields.isDisabled()), 'fields are on and locked with the wheel');
  assert(
    /always played with fields/.test(await page.locator('.expansions .toggle').first().innerText()),
    'and it says why',
  );
  assert(await page.locator('.expansions input').nth(2).isChecked(), 'the rest of the set-up is as it was kept');
  await page.locator('.games input').first().check({ force: true });
  assert(await fields.isEnabled(), 'in the base game fields are a choice');
  // Without any expansion it is the plain base game.
  await fields.uncheck({ force: true });
  assert(await page.locator('.variants input').first().isChecked(), 'without fields it is the plain base game');
  await page.context().close();
}

/** Simulates a new build on the server: chunks not loaded yet are missing until
 * the page is reloaded. */
async function renew(page) {
  let isOld = true;
  page.once('domcontentloaded', () => (isOld = false));
  await page.route(/\/assets\/(?:History|Guide)[^/]*\.js/, (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      isOld
        ? route.fulfill({
            contentType: 'text/html',
            body: '<script type="module" src="/assets/index-another.js"></script>',
          })
        : route.continue(),
  );
}

/** A tab that is open while the server gets a new build reports this, and works
 * after a reload. */
export async function build({ chrome, server }) {
  const page = await sit(chrome, server, null);
  await page.waitForSelector('[data-prompt]');
  await renew(page);
  await page.keyboard.press('h');
  await page.waitForSelector('.drawer [role=alert] .button.primary');
  const said = await page.locator('.drawer [role=alert]').innerText();
  assert(/new(?:er)? version/i.test(said), `it says that there is a new version: ${said}`);
  await page.click('.drawer [role=alert] .button.primary');
  await page.waitForSelector('[data-prompt]');
  await page.keyboard.press('h');
  await page.waitForSelector('.drawer .content :not([role=alert])');

  // Where nothing can be lost the page reloads automatically.
  const guest = await open(chrome, server.url);
  await guest.waitForSelector('h1');
  await guest.evaluate(() => (globalThis.isOld = true));
  await renew(guest);
  await guest.click('header a[href="/guide"]');
  await guest.waitForFunction(() => !('isOld' in globalThis) && document.querySelector('article h1') !== null);
  assert(new URL(guest.url()).pathname === '/guide', 'it is the page that was wanted');
}

/** The score track shows the same scores as the list, and can be switched off. */
async function scoreTrack(page) {
  await page.waitForSelector('[data-track]');
  const [told, shown] = await page.evaluate(() => [
    [...document.querySelectorAll('.players .score')].map((score) => Number(score.textContent)),
    [...document.querySelectorAll('[data-track] [data-marker]')].map(
      ({ dataset }) => Number(dataset.laps) * 50 + Number(dataset.space),
    ),
  ]);
  assert(
    told.some((score) => score > 0) && told.join() === shown.join(),
    `markers stand where the scores are: ${told} and ${shown}`,
  );
  await page.click('.drawer button:has([data-icon=gear])');
  await page.locator('dialog .toggle', { hasText: 'Score track' }).click();
  await page.waitForSelector('[data-track]', { state: 'detached' });
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('bastide.prefs')).track);
  assert(kept === false, 'the setting is remembered');
}

/** The high-contrast theme. */
export async function contrast({ chrome, server }) {
  const prefs = { theme: 'contrast' };
  const front = await open(chrome, server.url, { prefs });
  await front.click('header button:has([data-icon=gear])');
  await front.waitForSelector('dialog[open]');
  await axe(front, 'settings with more contrast');
  const page = await sitAt(chrome, server, 'wheel', 33, 1, {
    options: { prefs },
    colours: ['white', 'yellow', 'black'],
  });
  await follow(page, page.rest[0]);
  await page.click('.tools.left button:has([data-icon=menu])');
  await page.waitForSelector('.drawer [data-icon=gear]');
  await settle(page);
  await axe(page, 'a table with more contrast');
  await shoot(page, 'contrast');
  await scoreTrack(page);
  noFaults(front, page);
}
