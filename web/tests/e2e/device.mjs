// Games on this device: published, taken over from the server, and everything that
// can go wrong. No page may be blank, and no game lost.
import { readFileSync } from 'node:fs';
import {
  assert,
  axe,
  begin,
  damageLastFact,
  dice,
  engineOf,
  NO_ENGINE,
  noBareKeys,
  noFaults,
  open,
  playOut,
  playTurn,
  prefixWorker,
  ready,
  WIDE,
  workerOf,
} from './support.mjs';

/** Opens a page on which games are played on this device. */
const atHome = (chrome, url) => open(chrome, url, { where: null });

/** Starts a scenario unless the build has no engine. */
const withEngine = (task) => async (world) => ((await engineOf(world.server)) === undefined ? NO_ENGINE : task(world));

/** Clicks a button that saves a file, and returns its text. */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

const revisionOf = async (page) => Number((await ready(page)).revision);

/** The bots choose the same moves as natively and in Node. */
export const botMoves = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, `${server.url}/about`);
  const golden = new URL('../../../crates/bastide-bots/tests/golden/moves.txt', import.meta.url);
  const wanted = readFileSync(golden, 'utf8').trimEnd().split('\n');
  const names = await page.evaluate(
    async (url) => {
      const module = await WebAssembly.compileStreaming(fetch(url));
      const { exports } = new WebAssembly.Instance(module, { env: { now: () => performance.now() } });
      globalThis.ask = (request) => {
        const bytes = new TextEncoder().encode(JSON.stringify(request));
        const input = exports.input(bytes.length);
        new Uint8Array(exports.memory.buffer, input, bytes.length).set(bytes);
        const output = exports.call();
        return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, output, exports.output_len())))
          .ok;
      };
      return globalThis.ask({ call: 'golden' });
    },
    await engineOf(server),
  );
  for (const [n, name] of names.entries()) {
    const played = await page.evaluate((one) => globalThis.ask({ call: 'golden', name: one }), name);
    assert(played === wanted[n], `${name} is another game:\n${played}\n${wanted[n]}`);
  }
  assert(names.length === wanted.length, `all ${wanted.length} games are played: ${names.length}`);
  return `${names.length} games`;
});

/** A game of this device is published and verified on the server, and a game of
 * the server continues on this device. */
export const published = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, server.url);
  await begin(page, server.url, 'fortress', 'beginner');
  const roll = dice(5);
  await page.setViewportSize({ width: 760, height: 520 });
  await playOut(page, roll);
  await page.setViewportSize(WIDE);
  await page.waitForSelector('.places');
  const scores = (await page.locator('.places .score').allInnerTexts()).join();
  await page.getByRole('button', { name: 'Publish on the server' }).click();
  await axe(page, 'publishing a game');
  await page.click('dialog .button.primary');
  await page.waitForURL(/\/t\/[0-9A-Za-z]{12}$/);
  await page.waitForSelector('[data-fair=verified]');
  assert((await page.locator('.places .score').allInnerTexts()).join() === scores, 'it is the same game');
  const verdict = await (
    await fetch(`${server.url}/api/tables/${new URL(page.url()).pathname.slice(3)}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).json();
  assert(verdict.is_verified, `the server verifies it: ${verdict.reason}`);

  await page.goto(`${server.url}/new?preset=fortress`);
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
  await playTurn(page, roll);
  noFaults(page);
  return scores;
});

/** The readable beginning of a damaged game can be continued and saved; the rest
 * is saved as it is, and deleted on request. */
export const damaged = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, server.url);
  await begin(page, server.url, 'base', 'beginner');
  const roll = dice(6);
  for (let turn = 0; turn < 3; turn += 1) await playTurn(page, roll);
  await ready(page);
  await page.goto(`${server.url}/about`);
  await damageLastFact(page);
  await page.goto(server.url);
  await page.click('.own a');
  await page.waitForSelector('[data-problem="local/damaged"] .rescued');
  await noBareKeys(page, 'a damaged game');
  await axe(page, 'a damaged game');
  assert((await saved(page, 'Save the stored data')).includes('nonsense'), 'the file has all that is stored');
  const record = await saved(page, 'Save the record');
  assert(record.startsWith('bastide 1') && record.trim().split('\n').length > 4, `the record can be read: ${record}`);
  const address = page.url();
  await page.getByRole('button', { name: 'Continue from there' }).click();
  await page.waitForURL((url) => url.href !== address);
  await page.waitForSelector('[data-revision]');
  await playTurn(page, roll);

  await page.goto(address);
  await page.getByRole('button', { name: 'Delete the game' }).click();
  await page.click('dialog .button.primary');
  await page.waitForSelector('.hero');
  await page.waitForSelector('.own a');
  assert((await page.locator('.own a').count()) === 1, 'only the continued game is left');
  noFaults(page);
});

/** Without storage a game goes on, and says that it is not saved. */
export const unsaved = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, 'about:blank');
  await prefixWorker(
    page,
    `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } });`,
  );
  await page.goto(server.url);
  await page.click('.begin .now');
  await page.waitForSelector('[data-unsaved]');
  await playTurn(page, dice(7));
  assert((await saved(page, 'Save the record')).startsWith('bastide 1'), 'the record can be saved');
  noFaults(page);
});

/** With a full disk a game goes on, and is saved again once there is space. */
export const fullDisk = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, server.url);
  await begin(page, server.url, 'base', 'beginner');
  const roll = dice(10);
  await playTurn(page, roll);
  const worker = await workerOf(page);
  await worker.evaluate(() => {
    self.isFull = true;
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...args) {
      if (!self.isFull) return add.apply(this, args);
      throw new DOMException('the disk is full', 'QuotaExceededError');
    };
  });
  await playTurn(page, roll);
  await page.waitForSelector('[data-unsaved]');
  await playTurn(page, roll);
  await worker.evaluate(() => void (self.isFull = false));
  await playTurn(page, roll);
  await page.waitForSelector('[data-unsaved]', { state: 'detached' });
  const revision = await revisionOf(page);
  await page.reload();
  await page.waitForSelector('[data-revision]');
  assert((await revisionOf(page)) >= revision, 'nothing is lost');
  noFaults(page);
});

/** Ends the worker with an error, as a defect of the browser would. */
async function crash(page) {
  const worker = await workerOf(page);
  const isGone = worker.waitForEvent('close');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('deliberate');
    });
  });
  await isGone;
}

/** A worker that dies is replaced; if it dies again, the page says so, and the
 * game goes on after a reload. */
export const crashed = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, server.url);
  await begin(page, server.url, 'base', 'beginner');
  const roll = dice(11);
  await playTurn(page, roll);
  await crash(page);
  await playTurn(page, roll);
  const revision = await revisionOf(page);
  await crash(page);
  await page.waitForSelector('[data-problem="local/stopped"]');
  await noBareKeys(page, 'a stopped game');
  await axe(page, 'a stopped game');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForSelector('[data-revision]');
  assert((await revisionOf(page)) >= revision, 'nothing is lost');
  await playTurn(page, roll);
  assert(
    page.faults.every((fault) => fault.includes('deliberate')),
    page.faults.join('; '),
  );
});

/** With an engine of another version, or without one, games are on the server; a
 * game on this device is kept until it can be played again. */
export const otherEngine = withEngine(async ({ chrome, server }) => {
  const page = await atHome(chrome, server.url);
  await begin(page, server.url, 'base', 'beginner');
  const roll = dice(12);
  await playTurn(page, roll);
  const revision = await revisionOf(page);
  const address = page.url();

  await prefixWorker(
    page,
    `const { parse } = JSON;
     JSON.parse = (text) => {
       const read = parse(text);
       if (read?.ok?.protocol !== undefined) read.ok.protocol = 99;
       return read;
     };`,
  );
  await page.goto(address);
  await page.waitForSelector('[data-problem="local/no_engine"]');
  await noBareKeys(page, 'another engine');
  await axe(page, 'another engine');
  assert((await saved(page, 'Save the stored data')).includes('"facts"'), 'the game can be saved');
  await page.goto(server.url);
  await page.click('.begin .now');
  await page.waitForURL(/\/t\/[0-9A-Za-z]{12}$/);
  await page.waitForSelector('[data-revision]');

  await page.unroute('**/assets/worker-*.js');
  await page.route('**/assets/bastide-*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await page.waitForSelector('[data-problem="local/no_engine"]');

  await page.unroute('**/assets/bastide-*.wasm');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForSelector('[data-revision]');
  assert((await revisionOf(page)) >= revision, 'nothing is lost');
  await playTurn(page, roll);
  noFaults(page);
});
