// Moving and zooming a large map must cost the same as a small one: during a
// gesture no drawing changes, only the position of the layers. Frame times
// depend on the machine and are only reported.
import { assert, make, NARROW, open, settle } from './support.mjs';
import { readFileSync } from 'node:fs';

const COPIES = 3;
/** Including the sixteen cells of the wheel, which are one drawing. */
const CELLS = 16 + 205;
/** Frames longer than this, in milliseconds, are reported. */
const LONG = 100;
/** Maximum number of DOM changes per input event, besides drawings. */
const MOST_CHANGES = 12;

/** Repeats the map of a table below itself until it has about 200 tiles. */
function enlarge(table) {
  const ys = table.game.laid.map((tile) => tile.cell.y);
  const high = Math.max(...ys) - Math.min(...ys) + 1;
  const copies = [...Array(COPIES).keys()];
  const laid = copies
    .flatMap((n) =>
      table.game.laid
        .filter((tile) => n === 0 || tile.symbol !== '')
        .map((tile) => ({ ...tile, cell: { x: tile.cell.x, y: tile.cell.y + n * high } })),
    )
    .slice(0, CELLS);
  const figures = copies.flatMap((n) =>
    table.game.figures.map((figure) => ({
      ...figure,
      spot: `${figure.spot}/${n}`,
      at: { x: figure.at.x, y: figure.at.y + n * high * 100 },
    })),
  );
  return { ...table, game: { ...table.game, laid, figures } };
}

/** Runs a gesture of `events` input events, and counts frames, changes per
 * event, redraws, and how often the board came to rest. */
async function during(page, events, gesture) {
  await page.evaluate(() => {
    const seen = { spans: [], changes: 0, redrawn: 0, rests: 0 };
    const note = (records) => {
      const drawings = records.filter(({ target }) => target.parentElement?.closest('.layer'));
      const isRest = ({ target, attributeName }) => attributeName === 'class' && target.matches('.world:not(.held)');
      seen.changes += records.length - drawings.length;
      seen.redrawn += drawings.length > 0 ? 1 : 0;
      seen.rests += records.some(isRest) ? 1 : 0;
    };
    const observer = new MutationObserver(note);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    globalThis.stopCounting = () => {
      note(observer.takeRecords());
      observer.disconnect();
      delete globalThis.stopCounting;
      return seen;
    };
    let last = performance.now();
    const tick = (now) => {
      seen.spans.push(now - last);
      last = now;
      if (globalThis.stopCounting) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await gesture();
  const { spans, changes, ...counts } = await page.evaluate(() => globalThis.stopCounting());
  return {
    ...counts,
    changes: changes / events,
    frames: spans.length,
    long: spans.filter((span) => span > LONG).length,
  };
}

const scale = (page) =>
  page.evaluate(() => getComputedStyle(document.querySelector('.pins, [style*="--k"]')).getPropertyValue('--k'));

/** Moves and zooms a map of about 200 tiles, and limits the work per event. */
export async function frames({ chrome, server }) {
  const record = readFileSync(new URL('tables/wheel.bastide', import.meta.url), 'utf8');
  const actions = record
    .split('\n')
    .slice(2)
    .filter((line) => /^D/.test(line))
    .join(' ')
    .split(' ').length;
  const { table } = await make(server, {
    seats: [...'ABC'].map((name) => ({ kind: 'me', name })),
    go_on: { record, actions: actions - 2 },
  });

  const page = await open(chrome, 'about:blank', { viewport: NARROW, hasTouch: true, reducedMotion: 'no-preference' });
  await page.routeWebSocket(/\/ws\?/, (line) => {
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

  const wire = await page.context().newCDPSession(page);
  const seen = {};
  await page.mouse.move(180, 400);
  seen.panned = await during(page, 80, async () => {
    await page.mouse.down();
    for (let n = 0; n < 80; n += 1) await page.mouse.move(180 + 120 * Math.sin(n / 12), 400 + 150 * Math.cos(n / 9));
    await page.mouse.up();
  });
  const before = await scale(page);
  seen.wheeled = await during(page, 32, async () => {
    for (let n = 0; n < 32; n += 1) await page.mouse.wheel(0, n % 16 < 10 ? -60 : 60);
  });
  await page.waitForFunction(
    (old) => getComputedStyle(document.querySelector('.pins, [style*="--k"]')).getPropertyValue('--k') !== old,
    before,
  );
  const fingers = (gap) => [
    { x: 180 - gap, y: 400, id: 1 },
    { x: 180 + gap, y: 400, id: 2 },
  ];
  const touch = (type, touchPoints) => wire.send('Input.dispatchTouchEvent', { type, touchPoints });
  const wheeled = await scale(page);
  seen.pinched = await during(page, 39, async () => {
    await touch('touchStart', fingers(40).slice(0, 1));
    await touch('touchStart', fingers(40));
    // Resting fingers do not send events.
    for (let n = 1; n < 40; n += 1) await touch('touchMove', fingers(n < 25 ? 40 + 2 * n : 90 - 2 * (n - 25)));
    await touch('touchEnd', []);
  });
  assert((await scale(page)) !== wheeled, 'two fingers zoom');

  const told = Object.entries(seen)
    .map(
      ([gesture, one]) =>
        `${gesture}: ${one.changes.toFixed(1)} changes an event, redrawn ${one.redrawn} times with ${one.rests} rests, ${one.long} of ${one.frames} frames long`,
    )
    .join('; ');
  const isLight = ({ changes, redrawn, rests }) => changes > 0 && changes <= MOST_CHANGES && redrawn <= rests;
  assert(Object.values(seen).every(isLight), told);
  return `${tiles} drawings; ${told}`;
}
