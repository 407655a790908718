// Whether a large map moves smoothly: frames that took too long are counted,
// since how long they took depends on the machine.
import { assert, make, NARROW, open, settle } from './kit.mjs';
import { readFileSync } from 'node:fs';

const COPIES = 3;
/** Longer than that, and one sees it. */
const LONG = 100;

/** The table with its map three times side by side. */
function enlarge(table) {
  const xs = table.game.laid.map((tile) => tile.cell.x);
  const wide = Math.max(...xs) - Math.min(...xs) + 1;
  const copies = [...Array(COPIES).keys()];
  const laid = copies.flatMap((n) => table.game.laid.map((tile) => ({ ...tile, cell: { x: tile.cell.x + n * wide, y: tile.cell.y } })));
  const figures = copies.flatMap((n) => table.game.figures.map((figure) => ({
    ...figure, spot: `${figure.spot}/${n}`, at: { x: figure.at.x + n * wide * 100, y: figure.at.y },
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

  const page = await open(chrome, 'about:blank', { viewport: NARROW, reducedMotion: 'no-preference' });
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
    for (let n = 0; n < 60; n += 1) await page.mouse.wheel(0, n % 30 < 15 ? -60 : 60);
    await page.mouse.wheel(0, -300);
  });
  await page.waitForFunction((old) => getComputedStyle(document.querySelector('.pins, [style*="--k"]')).getPropertyValue('--k') !== old, before);
  const wire = await page.context().newCDPSession(page);
  const fingers = (gap) => [{ x: 180 - gap, y: 400, id: 1 }, { x: 180 + gap, y: 400, id: 2 }];
  const touch = (type, touchPoints) => wire.send('Input.dispatchTouchEvent', { type, touchPoints });
  const wheeled = await scale(page);
  seen.pinched = await during(page, async () => {
    await touch('touchStart', fingers(40));
    for (let n = 0; n < 60; n += 1) await touch('touchMove', fingers(40 + 60 * Math.sin(n / 8) ** 2));
    await touch('touchEnd', []);
  });
  assert(await scale(page) !== wheeled, 'two fingers zoom');

  const told = Object.entries(seen).map(([how, spans]) => {
    const long = spans.filter((span) => span > LONG).length;
    assert(spans.length >= 10, `only ${spans.length} frames while the map is ${how}`);
    assert(long <= spans.length / 10, `${long} of ${spans.length} frames took more than ${LONG} ms while the map is ${how}`);
    return `${how} ${spans.length}, ${long} long`;
  });
  return `${tiles} drawings; frames ${told.join('; ')}`;
}
