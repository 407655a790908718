// Games on this device, and pages that work without a network.
import { assert, open, until } from './page.mjs';

/** Said by scenarios that need the engine, if the build has none. */
export const NO_ENGINE = 'this build has no engine';

/** Returns the list of files that the service worker loads. */
async function listed(server) {
  const script = await (await fetch(`${server.url}/sw.js`)).text();
  return JSON.parse(/^self\.FILES=(\[.*?\]);/s.exec(script)[1]);
}

/** Returns the path of the engine, or `undefined` if the build has none. */
export async function engineOf(server) {
  const paths = (await listed(server)).map(([path]) => path);
  return paths.find((path) => /^\/assets\/bastide-.{8}\.wasm$/.test(path));
}

/** Waits until all files of the server's build are in the cache. */
export async function isCached(page, server) {
  const wanted = (await listed(server)).map(([path, version]) => (version === null ? path : `${path}?v=${version}`));
  await until(
    () =>
      page.evaluate(async (all) => {
        const keys = await (await caches.open('bastide-files')).keys();
        const there = new Set(keys.map(({ url }) => new URL(url).pathname + new URL(url).search));
        return all.every((one) => there.has(one));
      }, wanted),
    `all ${wanted.length} files are in the cache`,
  );
}

/** Opens a page as a player does who has been here before, and waits until all
 * files are in the cache. */
export async function prepared(chrome, server, options = {}) {
  const page = await open(chrome, `${server.url}/guide`, { where: null, serviceWorkers: 'allow', ...options });
  await isCached(page, server);
  return page;
}

/** Runs `task` with a server of its own, which may be stopped. */
export async function withServer(server, task) {
  const own = await server.another();
  try {
    return await task(own);
  } finally {
    await own.clean();
  }
}

/** Starts a game of a preset on this device against a bot. */
export async function begin(page, url, preset, level = 'hard') {
  await page.goto(`${url}/new?preset=${preset}`);
  await page.waitForSelector('form');
  await page.locator('select.kind').nth(1).selectOption(level);
  assert(await page.isChecked('input[value=device]'), 'games without other people are on this device');
  await page.click('form .button.primary');
  await page.waitForSelector('[data-revision]');
  await page.waitForSelector('[data-local]', { state: 'attached' });
}

/** Waits for the worker that hosts the game, and returns it. */
export async function workerOf(page) {
  const find = () => page.workers().find((worker) => /\/worker-/.test(worker.url()));
  await until(() => find() !== undefined, 'there is a worker');
  return find();
}

/** Runs `script` in the worker before its own code. */
export async function prefixWorker(page, script) {
  await page.route('**/assets/worker-*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` });
  });
}

/** Replaces the last stored fact of the only game on this device. */
export const damageLastFact = (page) =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('bastide', 1);
        opening.onerror = fail;
        opening.onsuccess = () => {
          const change = opening.result.transaction('facts', 'readwrite');
          const store = change.objectStore('facts');
          store.openCursor(null, 'prev').onsuccess = ({ target }) =>
            store.put({ ...target.result.value, fact: 'nonsense' });
          change.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
  );
