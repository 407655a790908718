// Whether a large map moves smoothly: frames that took too long are counted,
// since how long they took depends on the machine.
import { assert, make, NARROW, open, settle } from './kit.mjs';
import { readFileSync } from 'node:fs';

const COPIES = 3;
/** With the sixteen cells of the wheel, which are one drawing. */
const CELLS = 16 + 205;
/** Longer than that, and one sees it. */
const LONG = 100;
/** At most so many of all: a map that is zoomed is drawn anew now and then. */
const SHARE = { panned: 0.1, wheeled: 0.2, pinched: 0.5 };

/** The table with its map again below, and again, to some 200 tiles. */
function enlarge(table) {
  const ys = table.game.laid.map((tile) => tile.cell.y);
  const high = Math.max(...ys) - Math.min(...ys) + 1;
  const copies = [...Array(COPIES).keys()];
  const laid = copies.flatMap((n) => table.game.laid.filter((tile) => n === 0 || tile.symbol !== '')
    .map((tile) => ({ ...tile, cell: { x: tile.cell.x, y: tile.cell.y + n * high } }))).slice(0, CELLS);
  const figures = copies.flatMap((n) => table.game.figures.map((figure) => ({
    ...figure, spot: `${figure.spot}/${n}`, at: { x: figure.at.x, y: figure.at.y + n * high * 100 },
  })));
  return { ...table, game: { ...table.game, laid, figures } };
}

/** Counts frames while something is done. */
async function during(page, deed) {
  await page.evaluate(() => {
    globalThis.spans = [];
    let last = performance.now();
    const tick = (now) => {
      globalThis.spans?.push(now - last);
      last = now;
      if (globalThis.spans) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await deed();
  return page.evaluate(() => {
    const seen = globalThis.spans;
    globalThis.spans = null;
    return seen;
  });
}

const scale = (page) => page.evaluate(() => getComputedStyle(document.querySelector('.pins, [style*="--k"]')).getPropertyValue('--k'));

/** Moves and zooms a map of some 200 tiles, and counts long frames. */
export async function frames({ chrome, server }) {
  const record = readFileSync(new URL('tables/wheel.bastide', import.meta.url), 'utf8');
  const actions = record.split('\n').slice(2).filter((line) => /^D/.test(line)).join(' ').split(' ').length;
  const { table } = await make(server, { seats: [...'ABC'].map((name) => ({ kind: 'me', name })), go_on: { record, actions: actions - 2 } });

  const page = await open(chrome, 'about:blank', { viewport: NARROW, hasTouch: true, reducedMotion: 'no-preference' });
  await page.routeWebSocket('**/ws', (line) => {
    const far = line.connectToServer();
    far.onMessage((text) => {
      const message = JSON.parse(text);
      line.send(message.type === 'welcome' ? JSON.stringify({ ...message, table: enlarge(message.table) }) : text);
    });
  });
  await page.goto(`${server.url}/t/${table}`);
  await page.waitForSelector('.layer use');
  await settle(page);
  const tiles = await page.locator('.layer > use').count();
  assert(tiles >= 200, `the map has ${tiles} drawings only`);

  const seen = { panned: [], wheeled: [], pinched: [] };
  await page.mouse.move(180, 400);
  seen.panned = await during(page, async () => {
    await page.mouse.down();
    for (let n = 0; n < 80; n += 1) await page.mouse.move(180 + 120 * Math.sin(n / 12), 400 + 150 * Math.cos(n / 9));
    await page.mouse.up();
  });
  const before = await scale(page);
  seen.wheeled = await during(page, async () => {
    for (let n = 0; n < 32; n += 1) await page.mouse.wheel(0, n % 16 < 10 ? -60 : 60);
  });
  await page.waitForFunction((old) => getComputedStyle(document.querySelector('.pins, [style*="--k"]')).getPropertyValue('--k') !== old, before);
  const wire = await page.context().newCDPSession(page);
  const fingers = (gap) => [{ x: 180 - gap, y: 400, id: 1 }, { x: 180 + gap, y: 400, id: 2 }];
  const touch = (type, touchPoints) => wire.send('Input.dispatchTouchEvent', { type, touchPoints });
  const wheeled = await scale(page);
  seen.pinched = await during(page, async () => {
    await touch('touchStart', fingers(40).slice(0, 1));
    await touch('touchStart', fingers(40));
    // Fingers that rest would not be heard of.
    for (let n = 1; n < 40; n += 1) await touch('touchMove', fingers(n < 25 ? 40 + 2 * n : 90 - 2 * (n - 25)));
    await touch('touchEnd', []);
  });
  assert(await scale(page) !== wheeled, 'two fingers zoom');

  const counts = Object.entries(seen).map(([how, spans]) => ({ how, all: spans.length, long: spans.filter((span) => span > LONG).length }));
  const told = `${tiles} drawings; frames ${counts.map(({ how, all, long }) => `${how} ${all}, ${long} long`).join('; ')}`;
  assert(counts.every(({ how, all, long }) => all >= 10 && long <= all * SHARE[how]), told);
  return told;
}
