// Without a network: the page from the cache, and games on this device. The server
// is stopped for it, which also affects the service worker.
import { readFileSync } from 'node:fs';
import { study } from './lessonsAndReplays.mjs';
import {
  assert,
  axe,
  dice,
  noBareKeys,
  noFaults,
  open,
  PHONE,
  playOut,
  playTurn,
  ready,
  settle,
  shoot,
  until,
} from './support.mjs';

const PRESETS = ['fortress', 'medieval', 'bridges', 'wheel', 'stronghold'];

/** Returns the list of files that the service worker loads. */
async function listed(server) {
  const script = await (await fetch(`${server.url}/sw.js`)).text();
  return JSON.parse(/^self\.FILES=(\[.*?\]);/s.exec(script)[1]);
}

/** Returns true if the build contains the engine. */
const hasEngine = (files) => files.some(([path]) => /^\/assets\/bastide-.{8}\.wasm$/.test(path));

/** Opens a page as a player does who has been here before, and waits until all
 * files are in the cache. */
async function prepared(chrome, server, options = {}) {
  const files = await listed(server);
  const page = await open(chrome, `${server.url}/guide`, { where: null, serviceWorkers: 'allow', ...options });
  await until(
    () =>
      page.evaluate(async (count) => (await (await caches.open('bastide-files')).keys()).length >= count, files.length),
    `all ${files.length} files are in the cache`,
  );
  page.hasEngine = hasEngine(files);
  return page;
}

/** Runs `task` with a server of its own, which may be stopped. */
async function withServer(server, task) {
  const own = await server.another();
  try {
    return await task(own);
  } finally {
    await own.clean();
  }
}

const noEngine = 'this build has no engine';

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
    // Every language, and a theme that was not used before.
    await page.goto(own.url);
    await page.evaluate(() => localStorage.setItem('bastide.language', '"uk"'));
    await page.reload();
    await page.waitForSelector('html[lang=uk] .offline');
    await axe(page, 'offline');
    await shoot(page, 'offline/front');
    noFaults(page);
  });

/** Starts a game of a preset against a strong bot on this device. */
async function begin(page, url, preset) {
  await page.goto(`${url}/new?preset=${preset}`);
  await page.waitForSelector('form');
  await page.locator('select.kind').nth(1).selectOption('hard');
  assert(await page.getByLabel('On this device').isChecked(), 'games without other people are on this device');
  await page.click('form .button.primary');
  await page.waitForSelector('[data-revision]');
  await page.waitForSelector('[data-local]', { state: 'attached' });
}

/** Whole games of all presets without a network, each with a reload. */
export const offlineGames = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const page = await prepared(chrome, own);
    if (!page.hasEngine) return noEngine;
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
      await page.setViewportSize({ width: 760, height: 520 });
      await playOut(page, roll);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.waitForSelector('.places');
      await page.waitForSelector('[data-fair=verified]');
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
    const page = await prepared(chrome, own, PHONE);
    if (!page.hasEngine) return noEngine;
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

/** A game of this device is published and verified on the server, and a game of
 * the server continues on this device. */
export const published = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const page = await prepared(chrome, own);
    if (!page.hasEngine) return noEngine;
    await begin(page, own.url, 'fortress');
    const roll = dice(5);
    await page.setViewportSize({ width: 760, height: 520 });
    await playOut(page, roll);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForSelector('.places');
    const scores = (await page.locator('.places .score').allInnerTexts()).join();
    await page.getByRole('button', { name: 'Publish on the server' }).click();
    await page.waitForURL(/\/t\/[0-9A-Za-z]{12}$/);
    await page.waitForSelector('[data-fair=verified]');
    assert((await page.locator('.places .score').allInnerTexts()).join() === scores, 'it is the same game');
    const verdict = await (
      await fetch(`${own.url}/api/tables/${new URL(page.url()).pathname.slice(3)}/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json();
    assert(verdict.is_verified, `the server verifies it: ${verdict.reason}`);

    await page.goto(`${own.url}/new?preset=fortress`);
    await page.waitForSelector('form');
    await page.locator('label', { hasText: 'On the server' }).click();
    await page.click('form .button.primary');
    await page.waitForURL(/\/t\/[0-9A-Za-z]{12}$/);
    await page.waitForSelector('[data-revision]');
    for (let turn = 0; turn < 2; turn += 1) await playTurn(page, roll);
    await ready(page);
    await page.click('.tools.left button[aria-label="Menu"]');
    await page.getByRole('button', { name: 'Continue offline' }).click();
    await page.click('dialog .button.primary');
    await page.waitForURL(/\/t\/local-/);
    await page.waitForSelector('[data-revision]');
    await own.stop();
    await playTurn(page, roll);
    noFaults(page);
    return scores;
  });

/** A game whose stored data is damaged can be exported and deleted. */
export const damaged = ({ chrome, server }) =>
  withServer(server, async (own) => {
    const page = await prepared(chrome, own);
    if (!page.hasEngine) return noEngine;
    await begin(page, own.url, 'base');
    await playTurn(page, dice(6));
    await page.goto(`${own.url}/about`);
    await page.evaluate(
      () =>
        new Promise((done, fail) => {
          const opening = indexedDB.open('bastide', 1);
          opening.onerror = fail;
          opening.onsuccess = () => {
            const change = opening.result.transaction('facts', 'readwrite');
            const store = change.objectStore('facts');
            store.openCursor().onsuccess = ({ target }) => {
              if (target.result.key[1] === 1) target.result.continue();
              else store.put({ ...target.result.value, fact: 'nonsense' });
            };
            change.oncomplete = done;
          };
        }),
    );
    await page.goto(own.url);
    await page.click('.own a');
    await page.waitForSelector('[data-problem="local/damaged"]');
    await noBareKeys(page, 'a damaged game');
    await axe(page, 'a damaged game');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save what can be read' }).click(),
    ]);
    assert(readFileSync(await file.path(), 'utf8').includes('nonsense'), 'the file has all that is stored');
    await page.getByRole('button', { name: 'Delete the game' }).click();
    await page.click('dialog .button.primary');
    await page.waitForSelector('.hero');
    assert((await page.locator('.own').count()) === 0, 'it is gone');
    noFaults(page);
  });

/** Without storage a game goes on, and says that it is not saved. */
export async function unsaved({ chrome, server }) {
  if (!hasEngine(await listed(server))) return noEngine;
  const page = await open(chrome, 'about:blank', { where: null });
  // The worker has its own global object, which init scripts do not reach.
  await page.route('**/assets/worker-*.js', async (route) => {
    const answer = await route.fetch();
    const body = `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } });
${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
  await page.goto(server.url);
  await page.click('.begin .now');
  await page.waitForSelector('[data-unsaved]');
  await playTurn(page, dice(7));
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-unsaved] button')]);
  assert(readFileSync(await file.path(), 'utf8').startsWith('bastide 1'), 'the record can be saved');
  noFaults(page);
  return undefined;
}
