// Games on this device, and pages without a network.
import { begin, damageLastFact, dice, open, playTurn, prefixWorker, ready, watch } from '../support.mjs';

const isFront = ({ pathname }) => pathname === '/';

/** Opens the table that was begun first. */
async function toGame(page, there = '[data-revision]') {
  await page.goto(page.game);
  await page.waitForSelector(there);
}

/** Goes to the front page without an answer of the server. */
async function offline(page, { server }) {
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(server.url);
  await page.waitForSelector('.offline');
  await page.waitForSelector('.own a');
}

/** The browser offers to install the page. */
async function offer(page, { server }) {
  await page.unroute('**/api/**');
  // Not on the first visit.
  await page.evaluate(() => localStorage.setItem('bastide.visited', 'true'));
  await page.goto(server.url);
  await page.waitForSelector('.hero');
  await page.evaluate(() => {
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => undefined }));
  });
  await page.locator('[data-install]').scrollIntoViewIfNeeded();
}

async function openMenu(page) {
  await toGame(page);
  await ready(page);
  await page.locator('.tools button:has([data-icon=menu])').first().click();
  await page.waitForSelector('.drawer .listed');
}

async function askToPublish(page) {
  await page.click('.drawer .listed');
  await page.waitForSelector('dialog[open]');
}

async function announce(page) {
  await page.keyboard.press('Escape');
  await toGame(page);
  await ready(page);
  await page.route(isFront, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-another.js"></script>' }),
  );
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
  await page.waitForSelector('.update');
}

async function resign(page) {
  await page.unroute(isFront);
  await toGame(page);
  await ready(page);
  await page.locator('.tools button:has([data-icon=menu])').first().click();
  await page.locator('.drawer li button:has([data-icon=flag])').click();
  await page.click('dialog .button.primary');
  await page.waitForSelector('[data-fair=verified]');
  await page.waitForSelector('.drawer img.postcard');
  await page.locator('.drawer img.postcard').scrollIntoViewIfNeeded();
}

async function verification(page) {
  await page.locator('.drawer .proof').scrollIntoViewIfNeeded();
}

async function damage(page, { server }) {
  await page.goto(`${server.url}/about`);
  await damageLastFact(page);
  await toGame(page, '.rescued');
}

async function engineless(page) {
  await page.route('**/assets/bastide-*.wasm', (route) => route.fulfill({ status: 404 }));
  await toGame(page, '[data-problem="local/no_engine"]');
}

/** A game in a browser that stores nothing. */
async function unsaved(page, { server }) {
  const other = await page.context().newPage();
  watch(other);
  await prefixWorker(
    other,
    `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } });`,
  );
  await other.goto(server.url);
  await other.click('.begin .now');
  await other.waitForSelector('[data-unsaved]');
  await ready(other);
  return other;
}

/** Reviews the game that has ended. */
async function review(page) {
  await page.click('.drawer a[data-review]');
  await page.waitForSelector('[data-review=done]');
}

export const device = {
  needsEngine: true,
  begin: async ({ chrome, server, options }) => {
    const page = await open(chrome, server.url, { ...options, where: null });
    await begin(page, server.url, 'medieval', 'beginner');
    const roll = dice(3);
    for (let turn = 0; turn < 3; turn += 1) await playTurn(page, roll);
    await ready(page);
    page.game = page.url();
    return page;
  },
  screens: [
    { name: 'device-offline', reach: offline },
    { name: 'device-install', reach: offer },
    { name: 'device-menu', reach: openMenu },
    { name: 'device-publish', reach: askToPublish },
    { name: 'device-update', reach: announce },
    { name: 'device-end', reach: resign },
    { name: 'device-verified', reach: verification },
    { name: 'device-review', reach: review },
    { name: 'device-damaged', reach: damage },
    { name: 'device-no-engine', reach: engineless },
    { name: 'device-unsaved', reach: unsaved },
  ],
};
