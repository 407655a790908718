// Whether a large map moves smoothly: frames that took too long are counted,
// since how long they took depends on the machine.
import { assert, dice, open, playOut, sit } from './kit.mjs';

const COPIES = 3;

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

/** Moves and zooms a map of some 200 tiles, and counts long frames. */
export async function frames({ chrome, server }) {
  const player = await sit(chrome, server, null);
  await playOut(player, dice(12));
  const { table } = player;
  await player.context().close();

  const page = await open(chrome, 'about:blank', { viewport: { width: 412, height: 800 }, reducedMotion: 'no-preference' });
  await page.routeWebSocket('**/ws', (line) => {
    const far = line.connectToServer();
    far.onMessage((text) => {
      const message = JSON.parse(text);
      line.send(message.type === 'welcome' ? JSON.stringify({ ...message, table: enlarge(message.table) }) : text);
    });
  });
  await page.goto(`${server.url}/t/${table}`);
  await page.waitForSelector('.layer use');
  await page.waitForTimeout(1_500);
  await page.keyboard.press('Escape');
  const tiles = await page.locator('.layer > use').count();
  await page.evaluate(() => {
    globalThis.frames_ = [];
    let last = performance.now();
    const tick = (now) => {
      globalThis.frames_.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(200, 400);
  await page.mouse.down();
  for (let n = 0; n < 120; n += 1) {
    await page.mouse.move(200 + 120 * Math.sin(n / 12), 400 + 150 * Math.cos(n / 9));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
  const seen = await page.evaluate(() => globalThis.frames_);
  const long = seen.filter((frame) => frame > 100).length;
  assert(tiles >= 200, `the map has ${tiles} drawings only`);
  assert(seen.length >= 20, `only ${seen.length} frames in all`);
  assert(long <= seen.length / 10, `${long} of ${seen.length} frames took more than 100 ms`);
  return `${tiles} drawings, ${seen.length} frames, ${long} long`;
}
