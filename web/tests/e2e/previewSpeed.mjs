// `npm run preview-speed`: measures how long the page waits for the engine's answers
// at a table on this device: during play, while the page also draws, and again with
// the same questions while the page is idle. Prints times only, since they depend on
// the machine.
import { begin, browser, dice, open, playTurn, Server } from './support.mjs';

const PRESETS = ['medieval', 'bridges', 'wheel', 'stronghold'];
const TURNS = 12;
/** Number of times the last question about previews of each turn is repeated. */
const REPETITIONS = 10;

/** Records the time between each request to a worker and its answer. */
function record() {
  globalThis.waits = [];
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    #sent = new Map();
    constructor(...options) {
      super(...options);
      this.addEventListener('message', ({ data }) => {
        const sent = this.#sent.get(data.n);
        if (sent === undefined) return;
        this.#sent.delete(data.n);
        globalThis.waits.push({ what: sent.what, ms: performance.now() - sent.at });
        sent.then?.();
      });
    }
    postMessage(request, then) {
      const { message } = request.with ?? {};
      const kind = message?.question?.kind ?? message?.command?.kind ?? message?.type ?? request.call;
      const what = then === undefined ? kind : `${kind}, idle`;
      if (what === 'previews')
        globalThis.repeat = (n) => new Promise((done) => this.postMessage({ ...request, n: `again ${n}` }, done));
      this.#sent.set(request.n, { what, at: performance.now(), then });
      super.postMessage(request);
    }
  };
}

/** Repeats the last question about previews once the page has nothing to do. */
async function repeatIdle(times) {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  for (let n = 0; n < times; n += 1) {
    await idle();
    await globalThis.repeat(n);
  }
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);

const server = new Server(process.env.BASTIDE ?? new URL('../../../target/debug/bastide', import.meta.url).pathname);
await server.start();
const chrome = await browser();
for (const preset of PRESETS) {
  const page = await open(chrome, `${server.url}/guide`, { where: null });
  await page.context().addInitScript(record);
  await begin(page, server.url, preset, 'beginner');
  const roll = dice(3);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await playTurn(page, roll);
    await page.evaluate(repeatIdle, REPETITIONS);
  }
  const kinds = new Map();
  for (const { what, ms } of await page.evaluate(() => globalThis.waits))
    kinds.set(what, [...(kinds.get(what) ?? []), ms]);
  for (const [what, times] of kinds) {
    const sorted = times.toSorted((a, b) => a - b);
    console.log(
      `${preset.padEnd(12)}${what.padEnd(16)}${String(times.length).padStart(4)} requests` +
        `   median ${quantile(sorted, 0.5).padStart(6)} ms   90 % ${quantile(sorted, 0.9).padStart(6)} ms`,
    );
  }
  await page.context().close();
}
await chrome.close();
await server.clean();
