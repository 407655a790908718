// What every scenario needs: a server of its own, a browser, and somebody who
// plays by clicking what is shown.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const ARTEFACTS = new URL('../../artefacts/', import.meta.url).pathname;
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** A port nobody uses. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server with a store of its own. */
export class Server {
  #program;
  #folder = mkdtempSync(join(tmpdir(), 'bastide-e2e-'));
  #child = null;
  url = '';

  constructor(program) {
    this.#program = program;
  }

  async start(port) {
    const own = port ?? (await freePort());
    this.url = `http://127.0.0.1:${own}`;
    const pages = process.env.PAGES ?? new URL('../../dist', import.meta.url).pathname;
    const args = ['serve', '--listen', `127.0.0.1:${own}`, '--data-dir', this.#folder, '--pages', pages, '--rate-limits', 'off'];
    this.#child = spawn(this.#program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; tries < 150; tries += 1) {
      try {
        if ((await fetch(this.url)).ok) return;
      } catch {
        // Not yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the server does not answer');
  }

  async stop() {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  /** Goes down and comes back at the same place. */
  async restart() {
    const { port } = new URL(this.url);
    await this.stop();
    await this.start(Number(port));
  }

  async clean() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Chromium as Debian packs it, or another by `CHROMIUM`. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** A page on which nothing may go wrong unseen. */
export async function open(chrome, url, options = {}) {
  const { prefs, ...rest } = options;
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce', ...rest });
  if (prefs) await context.addInitScript((kept) => localStorage.setItem('bastide.prefs', kept), JSON.stringify(prefs));
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => {
    // A server that is down is reported by the browser itself.
    const isExpected = /WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !isExpected) page.faults.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** Tiles for a game that is soon over. */
export const SHORT = ['V', 'U', 'E', 'W', 'K', 'B', 'U', 'N', 'V', 'A', 'P', 'E', 'L', 'V', 'J', 'U', 'I', 'V'];

/** A page at a table made without the set-up screen: against a bot, with these
 * tiles or with all. */
export async function sit(chrome, server, tiles, options = {}) {
  const answer = await fetch(`${server.url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      game: 'land',
      rules: 'base,fields',
      seats: [{ kind: 'me', name: 'Ann' }, { kind: 'bot', level: 'beginner' }],
      deal: tiles ? { kind: 'deck', tiles } : { kind: 'secret' },
    }),
  });
  const seated = await answer.json();
  const page = await open(chrome, `${server.url}/about`, options);
  await page.evaluate((held) => localStorage.setItem('bastide.seats', JSON.stringify([held])), { ...seated, since: 1 });
  await page.goto(`${server.url}/t/${seated.table}`);
  await page.waitForSelector('[data-revision]');
  page.table = seated.table;
  return page;
}

export async function shoot(page, name) {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}

/** Fails on anything axe finds. */
export async function axe(page, name) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  if (found.violations.length === 0) return;
  const told = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join('; ')}`);
  throw new Error(`axe on ${name}:\n  ${told.join('\n  ')}`);
}

/** Fails on what looks like the name of a text instead of a text. */
export async function noBareKeys(page, name) {
  const text = await page.evaluate(() => document.body.innerText);
  const bare = text.match(/\b(?:[a-z_]+\.){1,3}[a-z_]+\b/g)?.filter((word) => !/^(?:e\.g|i\.e|http|www|127)/.test(word));
  if (bare?.length) throw new Error(`${name} shows bare names: ${bare.join(', ')}`);
  const holes = text.match(/\{\w+\}/g);
  if (holes) throw new Error(`${name} shows holes: ${holes.join(', ')}`);
}

export function assert(isTrue, message) {
  if (!isTrue) throw new Error(message);
}

/** Where things are that can be clicked now, as a person would see them. */
function clickable(page, selector) {
  return page.evaluate((wanted) => [...document.querySelectorAll(wanted)].flatMap((element) => {
    if (element.disabled) return [];
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return document.elementFromPoint(x, y)?.closest(wanted) === element ? [{ x, y }] : [];
  }), selector);
}

const state = (page) => page.evaluate(() => ({
  isOver: document.querySelector('[data-over]') !== null,
  isMine: document.querySelector('[data-confirm]') !== null,
  canConfirm: document.querySelector('[data-confirm]:not(:disabled)') !== null,
  hasTile: document.querySelector('.cell.here') !== null,
  canLay: document.querySelector('.cell.legal') !== null,
  revision: document.querySelector('[data-revision]')?.getAttribute('data-revision') ?? '',
}));

/** Numbers that look random and are the same every time. */
export function dice(seed) {
  let now = seed >>> 0;
  return (sides) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * sides);
  };
}

/** Plays one turn by clicks; false once the game is over. */
export async function playTurn(page, roll, tap = (at) => page.mouse.click(at.x, at.y)) {
  for (let tries = 0; tries < 400; tries += 1) {
    const now = await state(page);
    if (now.isOver) return false;
    if (now.canConfirm) {
      const [button] = await clickable(page, '[data-confirm]');
      if (button) await tap(button);
      await page.waitForFunction((old) => document.querySelector('[data-over]') !== null
        || document.querySelector('[data-revision]')?.getAttribute('data-revision') !== old, now.revision, { timeout: 20_000 });
      return true;
    }
    const wanted = now.isMine && now.canLay && !now.hasTile ? '.cell.legal' : '[data-action]';
    const places = now.isMine ? await clickable(page, wanted) : [];
    if (places.length > 0) {
      await tap(places[roll(places.length)]);
      await page.waitForTimeout(30);
    } else {
      if (now.isMine && now.canLay && !now.hasTile) await page.keyboard.press('Home');
      await page.waitForTimeout(50);
    }
  }
  throw new Error('nothing can be done any more, and the game is not over');
}

/** Plays to the end of the game. */
export async function playOut(page, roll, tap) {
  let turns = 0;
  while (await playTurn(page, roll, tap)) {
    turns += 1;
    if (turns > 300) throw new Error('the game has no end');
  }
  return turns;
}
