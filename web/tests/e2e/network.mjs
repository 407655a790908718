// A slow and a lost connection.
import { assert, make, noFaults, open, PHONE, playTurn, dice, ready, settle, until } from './support.mjs';

/** The effects and requests of a tap while responses are delayed. */
export async function slow({ chrome, server }) {
  const seated = await make(server, {
    seats: [
      { kind: 'me', name: 'Ann' },
      { kind: 'bot', level: 'beginner' },
    ],
    first: { kind: 'seat', seat: 0 },
    deal: { kind: 'seed', seed: 'the browser' },
  });
  const page = await open(chrome, `${server.url}/about`, { seat: { ...seated, since: 1 } });
  const line = { isHeld: false, held: [], asked: [], answered: 0, offers: [] };
  await page.routeWebSocket(/\/ws\?/, (near) => {
    const far = near.connectToServer();
    near.onMessage((text) => {
      const { type, question } = JSON.parse(text);
      if (type === 'ask' && question.kind === 'previews') line.asked.push(question.turns.map((turn) => turn.join(' ')));
      far.send(text);
    });
    far.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'welcome') line.offers = message.offers?.offers ?? [];
      if (message.type === 'answer' && message.answer.kind === 'previews') line.answered += 1;
      if (line.isHeld && message.type === 'answer') line.held.push(() => near.send(text));
      else near.send(text);
    });
  });
  await page.goto(`${server.url}/t/${seated.table}`);
  await ready(page);
  const cells = new Map();
  for (const { what, action } of line.offers) {
    const name = `${what.cell.x},${what.cell.y}`;
    cells.set(name, [...(cells.get(name) ?? []), action]);
  }
  // Previews of all cells are prefetched while the player is idle.
  await until(
    () => new Set(line.asked.flat()).size >= cells.size && line.answered >= line.asked.length,
    'previews of all cells',
  );
  await page.waitForLoadState('networkidle');

  const [cell, ways] = [...cells].sort(([, a], [, b]) => b.length - a.length)[0];
  assert(ways.length > 2, 'a tile that can be turned');
  const before = line.asked.length;
  line.isHeld = true;
  await page.click(`[data-cell="${cell}"]`);
  await page.waitForSelector('[data-placed]:not([data-busy]) .spot');
  await until(() => line.asked.length > before, 'a question about the other rotations');
  assert(
    line.asked.length === before + 1 && line.asked.at(-1).length === ways.length - 1,
    `the other rotations are one question: ${JSON.stringify(line.asked.slice(before))}`,
  );

  // Before the response: likely figure spots are shown, but no buttons.
  await page.keyboard.press('r');
  await page.waitForSelector('[data-placed][data-busy] [data-provisional]');
  assert((await page.locator('.spot').count()) === 0, 'no pin before its answer');
  line.isHeld = false;
  line.held.splice(0).forEach((send) => send());
  await page.waitForSelector('[data-placed]:not([data-busy]) .spot');
  assert((await page.locator('[data-provisional]').count()) === 0, 'the pins are in place');
  // From here on rotating the tile needs no request.
  line.isHeld = true;
  const placed = await page.getAttribute('[data-placed]', 'data-placed');
  await page.keyboard.press('r');
  await page.waitForFunction(
    (old) => document.querySelector('[data-placed]:not([data-busy])')?.dataset.placed !== old,
    placed,
  );
  await page.waitForSelector('[data-placed]:not([data-busy]) .spot');
  line.isHeld = false;
  line.held.splice(0).forEach((send) => send());

  // Being offline is reported immediately, and the notice disappears when the
  // device is online again.
  await page.context().setOffline(true);
  await page.waitForSelector('[data-connection=offline]', { timeout: 10_000 });
  await page.context().setOffline(false);
  await page.waitForSelector('[data-connection]', { state: 'detached' });
  await playTurn(page, dice(3));
  noFaults(page);
}

/** A slow mobile connection: bytes per second, and round-trip time in
 * milliseconds. */
const SLOW = { offline: false, downloadThroughput: 60_000, uploadThroughput: 30_000, latency: 400 };

/** The first tap of a visit shows the tile without a request. All requests
 * after the tap are counted and delayed, so that the tile cannot depend on
 * them. */
export async function firstTap({ chrome, server }) {
  const seated = await make(server, { first: { kind: 'seat', seat: 0 } });
  const page = await open(chrome, `${server.url}/about`, { ...PHONE, seat: { ...seated, since: 1 } });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', SLOW);
  let isHeld = false;
  const held = [];
  const hold = (pass) => (isHeld ? held.push(pass) : pass());
  await page.routeWebSocket(/\/ws\?/, (near) => {
    const far = near.connectToServer();
    near.onMessage((text) => far.send(text));
    far.onMessage((text) => hold(() => near.send(text)));
  });
  const asked = [];
  await page.route('**/*', (route) => {
    if (isHeld) asked.push(route.request().url());
    return hold(() => route.continue());
  });
  await page.goto(`${server.url}/t/${seated.table}`);
  await ready(page);
  await page.waitForSelector('main[data-loaded]');
  await settle(page);

  await page.evaluate(() => {
    addEventListener('pointerup', () => (globalThis.tapped = performance.now()), { capture: true, once: true });
    new MutationObserver(() => {
      if (document.querySelector('.drop')) globalThis.shown ??= performance.now();
    }).observe(document.querySelector('.world'), { subtree: true, childList: true });
  });
  isHeld = true;
  await page.locator('.cell.legal').first().tap();
  await page
    .waitForFunction(() => globalThis.shown !== undefined, null, { timeout: 20_000 })
    .catch(() => {
      throw new Error(`the tile waits for an answer: ${asked.join(', ') || 'on the socket'}`);
    });
  const before = [...asked];
  assert(before.length === 0, `the first tap asks for ${before.join(', ')}`);
  const took = await page.evaluate(() => Math.round(globalThis.shown - globalThis.tapped));
  isHeld = false;
  held.splice(0).forEach((pass) => void pass());
  await page.waitForSelector('[data-placed]:not([data-busy])');
  noFaults(page);
  return `shown after ${took} ms`;
}
