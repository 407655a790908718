// The browser, and pages whose errors are recorded.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const ARTEFACTS = new URL('../../../artefacts/', import.meta.url).pathname;
const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };
/** Options for a small phone. */
export const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };

/** Launches Debian's Chromium, or the browser in `CHROMIUM`. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** Replaces the page's fonts, as on a machine with other fonts. */
function useFont(family) {
  const style = document.createElement('style');
  style.textContent = `:root { --sans: '${family}' !important; --serif: '${family}' !important; }`;
  document.addEventListener('DOMContentLoaded', () => document.head.append(style));
}

/** Opens a page; its errors are recorded in `faults`. Games are on the server
 * unless `where` says otherwise, and there is no service worker unless
 * `serviceWorkers` allows it: it would load files behind the back of a test. */
export async function open(chrome, url, options = {}) {
  const { prefs, seat, savesData, where = 'server', ...rest } = options;
  const context = await chrome.newContext({
    viewport: WIDE,
    locale: 'en',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...rest,
  });
  if (where !== null)
    await context.addInitScript((kept) => {
      // Documents without an origin, such as `about:blank`, have no storage.
      if (location.protocol.startsWith('http')) localStorage.setItem('bastide.where', kept);
    }, JSON.stringify(where));
  if (prefs) await context.addInitScript((kept) => localStorage.setItem('bastide.prefs', kept), JSON.stringify(prefs));
  // Only on the first load: later changes by the page are kept.
  if (seat)
    await context.addInitScript(
      (kept) => localStorage.getItem('bastide.seats') ?? localStorage.setItem('bastide.seats', kept),
      JSON.stringify([seat]),
    );
  if (savesData)
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  if (process.env.FONTS) await context.addInitScript(useFont, process.env.FONTS);
  // A long timeout, since machines can be slow: no test here measures speed.
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  watch(page);
  await page.goto(url);
  return page;
}

/** Records the errors and the requests of a page. */
export function watch(page) {
  page.faults = [];
  page.coming = new Set();
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports an unreachable server.
    const isExpected = /WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !isExpected) page.faults.push(message.text());
  });
  page.on('request', (request) => page.coming.add(request));
  // The end of a request is not always reported if the worker that made it has ended.
  page.on('worker', (worker) =>
    worker.on('close', () => {
      for (const request of page.coming) if (request.url().endsWith('.wasm')) page.coming.delete(request);
    }),
  );
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => page.coming.delete(request));
}

/** Time after which a condition is considered never to hold, in milliseconds. */
const PATIENCE = 90_000;

/** Waits until `holds` returns true; fails with `what`, a text or a function that
 * returns it, if it never does. */
export async function until(holds, what) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${typeof what === 'function' ? what() : what}`);
    await new Promise((done) => {
      setTimeout(done, 20);
    });
  }
}

/** Waits until all requests are finished and everything is drawn. */
export async function settle(page) {
  let quiet = 0;
  const isQuiet = async () => {
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
    );
    quiet = page.coming.size === 0 ? quiet + 1 : 0;
    return quiet > 1;
  };
  await until(isQuiet, () => `the page is still loading ${[...page.coming].map((one) => one.url()).join(', ')}`);
}

/** Opens all `details` elements. */
export async function unfold(details) {
  await details.evaluateAll((all) => {
    for (const one of all) one.open = true;
  });
}

/** Saves a screenshot of the full page. */
export async function shoot(page, name) {
  const path = join(ARTEFACTS, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}

/** Fails if axe finds a violation. */
export async function axe(page, name) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(() => {
    // Drawings are hidden from screen readers and consist of thousands of
    // elements: skip them in axe.
    for (const drawn of document.querySelectorAll('[id^=art-][aria-hidden=true], .world[aria-hidden=true]')) {
      Object.defineProperty(drawn, 'childNodes', { value: [], configurable: true });
    }
    return globalThis.axe.run(document, { resultTypes: ['violations'] }).finally(() => {
      for (const drawn of document.querySelectorAll('[id^=art-], .world')) delete drawn.childNodes;
    });
  });
  if (found.violations.length === 0) return;
  const told = found.violations.map(
    (one) =>
      `${one.id}: ${one.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 4)
        .join('; ')}`,
  );
  throw new Error(`axe on ${name}:\n  ${told.join('\n  ')}`);
}

/** Fails if a text key instead of a text is visible or in an attribute. */
export async function noBareKeys(page, name) {
  const text = await page.evaluate(() => {
    const told = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'].flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute)),
    );
    return [document.title, document.body.innerText, ...told].join('\n');
  });
  const bare = text
    .match(/\b(?:[a-z_]+\.){1,3}[a-z_]+\b/g)
    ?.filter((word) => !/^(?:e\.g|i\.e|http|www|127)/.test(word));
  if (bare?.length) throw new Error(`${name} shows bare names: ${bare.join(', ')}`);
  const holes = text.match(/\{\w+\}/g);
  if (holes) throw new Error(`${name} shows holes: ${holes.join(', ')}`);
  const broken = text.match(/\b(?:undefined|NaN|\[object \w+\])/g);
  if (broken) throw new Error(`${name} shows ${broken.join(', ')}`);
}

/** Fails if an icon is smaller than its nominal size: a flex container can
 * shrink it to nothing. */
export async function noShrunkIcons(page, name) {
  const shrunk = await page.evaluate(() =>
    [...document.querySelectorAll('svg[data-icon]')]
      .filter((icon) => icon.checkVisibility() && icon.clientWidth < Number(icon.getAttribute('width')) - 0.5)
      .map((icon) => `${icon.dataset.icon} (${icon.clientWidth} px)`),
  );
  if (shrunk.length > 0) throw new Error(`${name} has icons that shrank: ${shrunk.join(', ')}`);
}

/** Fails if a button has more than two lines of text. */
export async function noTallButtons(page, name) {
  const tall = await page.evaluate(() =>
    [...document.querySelectorAll('.button')].flatMap((button) => {
      if (!button.checkVisibility()) return [];
      const range = document.createRange();
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const boxes = [];
      while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode);
        if (!walker.currentNode.parentElement.closest('.visually-hidden')) boxes.push(...range.getClientRects());
      }
      const tops = boxes
        .filter((box) => box.width > 1)
        .map((box) => (box.top + box.bottom) / 2)
        .sort((a, b) => a - b);
      const lines = tops.filter((top, n) => n === 0 || top - tops[n - 1] > 9).length;
      return lines > 2 ? [`"${button.textContent.trim()}" (${lines} lines)`] : [];
    }),
  );
  if (tall.length > 0) throw new Error(`${name} has tall buttons: ${tall.join(', ')}`);
}

/** Fails if the focus is hidden below a sticky element at the bottom of a
 * page. */
export async function noHiddenFocus(page, name) {
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll('main input, main select, main textarea, main summary, main a')].flatMap(
      (element) => {
        if (!element.checkVisibility() || element.matches('.visually-hidden, .visually-hidden *')) return [];
        element.focus();
        if (document.activeElement !== element) return [];
        const box = element.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, box.bottom - 3];
        if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return [];
        const top = document.elementFromPoint(x, y);
        const over = top?.closest('.go, .foot');
        return over && !over.contains(element) ? [element.outerHTML.slice(0, 80)] : [];
      },
    ),
  );
  if (hidden.length > 0) throw new Error(`${name} hides the focus: ${hidden.slice(0, 4).join(', ')}`);
}

/** Fails if pins, their badges, the rotate button or off-screen badges overlap
 * or cover one another. */
export async function noOverlaps(page, name) {
  const found = await page.evaluate(() => {
    const shapes = [];
    const add = (element, owner, what) => {
      const { left, top, right, bottom, width } = element.getBoundingClientRect();
      if (width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight)
        shapes.push({ owner, what, left, top, right, bottom, isRound: what === 'pin' || what === 'ring' });
    };
    for (const spot of document.querySelectorAll('.spot')) {
      add(spot, spot, 'pin');
      for (const badge of spot.querySelectorAll('.points, .number, .into'))
        add(badge, spot, `badge "${badge.textContent || badge.dataset.key || ''}"`);
    }
    for (const ring of document.querySelectorAll('.ring')) add(ring, ring, 'ring');
    for (const badge of document.querySelectorAll('[data-offscreen]'))
      add(badge, badge, `rim badge ${badge.dataset.offscreen}`);
    const nearest = (box, at) => [
      Math.min(Math.max(at.x, box.left), box.right),
      Math.min(Math.max(at.y, box.top), box.bottom),
    ];
    const middle = (box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    const gap = (a, b) => {
      const [one, other] = [middle(a), middle(b)];
      if (a.isRound && b.isRound)
        return Math.hypot(one.x - other.x, one.y - other.y) - (a.right - a.left + b.right - b.left) / 2;
      if (!a.isRound && !b.isRound)
        return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      const [round, box] = a.isRound ? [a, b] : [b, a];
      const [x, y] = nearest(box, middle(round));
      return Math.hypot(x - middle(round).x, y - middle(round).y) - (round.right - round.left) / 2;
    };
    const overlaps = [];
    for (const [n, a] of shapes.entries()) {
      for (const b of shapes.slice(n + 1)) {
        if (a.owner !== b.owner && gap(a, b) < -0.5)
          overlaps.push(`${a.what} and ${b.what} by ${(-gap(a, b)).toFixed(0)} px`);
      }
    }
    return overlaps;
  });
  if (found.length > 0) throw new Error(`${name} has overlaps: ${found.slice(0, 6).join('; ')}`);
}

export function assert(isTrue, message) {
  if (!isTrue) throw new Error(message);
}

/** Fails if an error was recorded on these pages. */
export function noFaults(...pages) {
  const faults = pages.flatMap((page) => page.faults);
  assert(faults.length === 0, faults.join('; '));
}
