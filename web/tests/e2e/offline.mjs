// Without a network: the page from the cache, and games on this device. The server
// is stopped for it, which also affects the service worker.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileList } from '../../scripts/precache.mjs';
import { study } from './lessonsAndReplays.mjs';
import {
  assert,
  axe,
  begin,
  dice,
  engineOf,
  isCached,
  NO_ENGINE,
  noBareKeys,
  noFaults,
  PHONE,
  playOut,
  playTurn,
  prepared,
  ready,
  settle,
  shoot,
  until,
  watch,
  WIDE,
  withServer,
} from './support.mjs';

const PRESETS = ['fortress', 'medieval', 'bridges', 'wheel', 'stronghold'];

/** All pages and guides can be opened without a network. */
export const offlinePages = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const page = await prepared(chrome, own);
    await own.stop();
    for (const [path, there] of [
      ['/', '.offline'],
      ['/new', 'form'],
      ['/open', 'textarea'],
      ['/guide/river', 'article section'],
      ['/guide/stronghold', 'article section'],
      ['/learn', '.lessons'],
      ['/about', 'main'],
    ]) {
      await page.goto(`${own.url}${path}`);
      await page.waitForSelector(there);
      await noBareKeys(page, path);
    }
    // Every language, although only one was used before.
    for (const language of ['ru', 'uk']) {
      await page.goto(own.url);
      await page.evaluate((kept) => localStorage.setItem('bastide.language', JSON.stringify(kept)), language);
      await page.reload();
      await page.waitForSelector(`html[lang=${language}] .offline`);
      await noBareKeys(page, `the front page in ${language}`);
    }
    await axe(page, 'offline');
    noFaults(page);
  });

/** Whole games of all presets without a network, each with a reload. */
export const offlineGames = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await own.stop();
    const told = [];
    for (const [n, preset] of PRESETS.entries()) {
      await begin(page, own.url, preset);
      const roll = dice(n + 1);
      for (let turn = 0; turn < 3; turn += 1) await playTurn(page, roll);
      const { revision } = await ready(page);
      await page.reload();
      await page.waitForSelector('[data-revision]');
      const again = await ready(page);
      assert(Number(again.revision) >= Number(revision), `${preset}: the game goes on where it was`);
      await shoot(page, `offline/${preset}`);
      // A small window renders faster.
      await page.setViewportSize({ width: 760, height: 520 });
      await playOut(page, roll);
      await page.setViewportSize(WIDE);
      await page.waitForSelector('.places');
      await page.waitForSelector('[data-fair=verified]');
      await page.waitForSelector('.drawer img.postcard');
      told.push((await page.locator('.places .score').allInnerTexts()).join(':'));
    }
    await axe(page, 'the end of a game on this device');
    noFaults(page);
    return told.join(', ');
  });

/** *Play now*, a replay, the list of games, a lesson and a record without a
 * network, on a phone. */
export const offlineRest = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own, PHONE);
    await own.stop();
    await page.goto(own.url);
    await page.click('.begin .now');
    await page.waitForSelector('[data-revision]');
    const { pathname } = new URL(page.url());
    assert(/^\/t\/local-[a-z2-9]{12}$/.test(pathname), `the game is on this device: ${pathname}`);
    const roll = dice(4);
    const tap = (at) => page.touchscreen.tap(at.x, at.y);
    for (let turn = 0; turn < 4; turn += 1) await playTurn(page, roll, tap);
    assert((await page.locator('.tools button[aria-label=Chat]').count()) === 0, 'there is no chat');
    await page.goto(`${own.url}${pathname}/replay`);
    await page.waitForSelector('.controls');
    await page.waitForSelector('.layer use');
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);

    // The game is in the list, can be resumed, and is deleted on request.
    await page.goto(own.url);
    await page.click('.own a');
    await page.waitForSelector('[data-revision]');
    await page.goto(own.url);
    await page.click('.own .button.icon');
    await page.click('dialog .button.primary');
    await page.waitForSelector('.own', { state: 'detached' });
    await page.goto(`${own.url}${pathname}`);
    await page.waitForSelector('main h1');
    assert((await page.locator('[data-revision]').count()) === 0, 'a deleted game is gone');

    await page.goto(`${own.url}/learn/base`);
    await page.waitForSelector('.lesson');
    let steps = 0;
    while (await study(page)) {
      steps += 1;
      assert(steps < 400, 'the lesson has no end');
    }
    await page.goto(own.url);
    await settle(page);
    assert((await page.locator('.own').count()) === 0, 'a lesson is not kept');

    await page.goto(`${own.url}/open`);
    const lesson = new URL('../../src/lib/words/tutorial/base.bastide', import.meta.url);
    await page.fill('main textarea', readFileSync(lesson, 'utf8'));
    await page.click('main form button.primary');
    await page.waitForSelector('.controls');
    noFaults(page);
  });

/** The browser offers to install the page; the installed page starts without a
 * network, and goes on with the game after the browser was closed or crashed. */
export const installed = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await page.goto(`${own.url}/guide`);
    await page.waitForSelector('header .logo');
    // Browsers offer it at any time, here before the button is loaded.
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      offer.prompt = () => {
        globalThis.wasAsked = true;
        return Promise.resolve();
      };
      dispatchEvent(offer);
      globalThis.isOurs = offer.defaultPrevented;
    });
    await page.click('header .logo');
    await page.click('[data-install] .button');
    assert(await page.evaluate(() => globalThis.isOurs && globalThis.wasAsked), 'the browser asks to install');
    await page.waitForSelector('[data-install]', { state: 'detached' });

    const { start_url } = await (await fetch(`${own.url}/manifest.webmanifest`)).json();
    await own.stop();
    await page.goto(new URL(start_url, own.url).href);
    await page.click('.begin .now');
    await page.waitForSelector('[data-revision]');
    const roll = dice(8);
    for (let turn = 0; turn < 2; turn += 1) await playTurn(page, roll);
    const { revision } = await ready(page);
    const context = page.context();
    const line = await context.newCDPSession(page);
    const crash = page.waitForEvent('crash');
    line.send('Page.crash').catch(() => undefined);
    await crash;
    const next = await context.newPage();
    watch(next);
    await next.goto(own.url);
    await next.click('.own a');
    await next.waitForSelector('[data-revision]');
    const again = await ready(next);
    assert(Number(again.revision) >= Number(revision), `the game goes on after a crash: ${again.revision}`);
    await playTurn(next, roll);
    noFaults(next);
    return undefined;
  });

/** Writes a copy of a build with another entry script, as a new version has. */
async function newerBuild(pages) {
  const folder = mkdtempSync(join(tmpdir(), 'bastide-build-'));
  // Without the compressed files, which would still be the old ones.
  cpSync(pages, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  const [, old] = /\/assets\/(index-[^"]+)\.js"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'));
  const name = 'index-new00000';
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(?:js|html)$/.test(path)) continue;
    const text = readFileSync(path, 'utf8');
    if (text.includes(old)) writeFileSync(path, text.replaceAll(old, name));
    if (!entry.name.startsWith(old)) continue;
    cpSync(path, join(entry.parentPath, entry.name.replace(old, name)));
    rmSync(path);
  }
  const worker = join(folder, 'sw.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/^self\.FILES=\[.*?\];/s, ''));
  await writeFileList(folder);
  return folder;
}

/** A new version is announced at a table and loaded on request; the game goes on,
 * also without a network. Which version is used then depends on when the browser
 * replaces the service worker: it waits up to five minutes for an old one that is
 * still busy. */
export const updated = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await begin(page, own.url, 'medieval', 'beginner');
    const roll = dice(9);
    await playTurn(page, roll);
    const { revision } = await ready(page);
    const old = await page.getAttribute('script[type=module][src]', 'src');

    own.pages = await newerBuild(own.pages);
    try {
      await own.restart();
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      await page.waitForSelector('.update');
      await axe(page, 'a new version');
      await page.click('.update .button.primary');
      await page.waitForFunction(
        (before) => document.querySelector('script[type=module][src]')?.getAttribute('src') !== before,
        old,
      );
      await page.waitForSelector('[data-revision]');
      const again = await ready(page);
      assert(Number(again.revision) >= Number(revision), 'the game goes on in the new version');
      await isCached(page, own);
      await own.stop();
      await page.reload();
      await page.waitForSelector('[data-revision]');
      await playTurn(page, roll);
      noFaults(page);
    } finally {
      rmSync(own.pages, { recursive: true, force: true });
    }
    return undefined;
  });

/** Two people at one screen without a network: a clock, a hint, and a move that is
 * taken back past the next draw. */
export const oneScreen = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await own.stop();
    await page.goto(`${own.url}/new?preset=medieval`);
    await page.waitForSelector('form');
    await page.locator('select.kind').nth(1).selectOption('me');
    await page.locator('ol.seats input').nth(1).fill('Ben');
    await page.click('details summary');
    for (const choice of ['live', 'coach', 'past_draws'])
      await page.locator(`input[value=${choice}]`).check({ force: true });
    await page.click('form .button.primary');
    await page.waitForSelector('[data-local]', { state: 'attached' });
    await page.waitForSelector('.clock.running');
    await ready(page);

    // The hint is shown on the board, and can be played as it is.
    await page.keyboard.press('b');
    await page.waitForSelector('.drawer ol li');
    await page.waitForSelector('[data-placed]:not([data-busy])');
    await page.keyboard.press('Escape');
    const roll = dice(5);
    await playTurn(page, roll);
    await ready(page);
    const laid = () => page.locator('.world .layer >> nth=0').locator('> use').count();
    const tiles = await laid();
    const turnOf = () => page.locator('.player:has(.clock.running) .name').innerText();
    const first = await turnOf();
    await playTurn(page, roll);
    await ready(page);
    assert((await laid()) === tiles + 1, 'a tile was laid');
    assert((await turnOf()) !== first, 'the clock of the other player runs');

    await page.click('.tools.left button[aria-label="Menu"]');
    await page.click('.drawer >> text=Take back the last move');
    await until(async () => (await laid()) === tiles, 'the tile is back in the hand');
    await ready(page);
    assert((await turnOf()) === first, 'the clock of the first player runs again');

    // The player whose turn it is resigns, here the second one.
    if (!first.endsWith('Ben')) {
      await playTurn(page, roll);
      await ready(page);
    }
    assert((await turnOf()).endsWith('Ben'), 'it is the turn of the second player');
    // The menu may still be open.
    if (!(await page.isVisible('.drawer >> text=Resign'))) await page.click('.tools.left button[aria-label="Menu"]');
    await page.click('.drawer >> text=Resign');
    await page.waitForSelector('dialog >> text=Resign: Ben');
    await page.click('dialog .button.primary');
    await page.waitForSelector('.player.out .name >> text=Ben');
    noFaults(page);
    return undefined;
  });

/** A table in two tabs of a browser: what one of them plays appears in the other,
 * and the bot moves once, also after the tab that ran it is closed. */
export const twoTabs = ({ chrome, server }) =>
  withServer(server, async (own) => {
    if ((await engineOf(own)) === undefined) return NO_ENGINE;
    const page = await prepared(chrome, own);
    await begin(page, own.url, 'medieval', 'beginner');
    const other = await page.context().newPage();
    watch(other);
    await other.goto(page.url());
    await other.waitForSelector('[data-revision]');
    const roll = dice(12);
    const follows = async (one, two) => {
      const { revision } = await ready(one);
      await until(async () => (await ready(two)).revision === revision, `both tabs show revision ${revision}`);
    };
    for (const [one, two] of [
      [page, other],
      [other, page],
      [other, page],
    ]) {
      await one.bringToFront();
      await playTurn(one, roll);
      await follows(one, two);
    }
    await page.close();
    await playTurn(other, roll);
    await ready(other);
    noFaults(other);
    return undefined;
  });
