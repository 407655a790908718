// The tile before it is placed: shown under the mouse, rotated there, restored
// after a reload; small cells that can still be tapped, and figures that stay
// visible.
import { assert, noFaults, PHONE, settle, shoot, sitAt } from './support.mjs';

/** Returns the centre of the cell with the given name. */
const middle = (page, cell) =>
  page.evaluate((name) => {
    const { left, top, width, height } = document.querySelector(`[data-cell="${name}"]`).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, cell);

const ghost = (page) => page.evaluate(() => document.querySelector('.faint .turned use')?.getAttribute('href') ?? null);

export async function placement({ chrome, server }) {
  const page = await sitAt(chrome, server, 'river', 12, 1);
  await page.waitForSelector('.cell.legal');
  const { width } = await page.locator('.bar .tile svg').boundingBox();
  assert(width >= 96 && width <= 120, `the tile in hand is ${width} px wide`);
  const [cell] = /-?\d+,-?\d+/.exec(page.rest[0]);
  const at = await middle(page, cell);
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector('.faint .turned use');
  const first = await ghost(page);
  await shoot(page, 'hand-hover');
  await page.keyboard.press('r');
  const isTurned = await page
    .waitForFunction((old) => document.querySelector('.faint .turned use')?.getAttribute('href') !== old, first, {
      timeout: 3_000,
    })
    .then(
      () => true,
      () => false,
    );
  // A tile with only one legal rotation cannot be rotated.
  if (isTurned) {
    const second = await ghost(page);
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(
      (old) => document.querySelector('.faint .turned use')?.getAttribute('href') !== old,
      second,
    );
  }
  const wanted = await ghost(page);
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector('[data-placed]:not([data-busy])');
  const laid = await page.evaluate(() => document.querySelector('.turned use').getAttribute('href'));
  assert(laid === wanted, `the click lays what was shown: ${laid}, not ${wanted}`);

  // Unconfirmed choices are restored after a reload.
  const placed = await page.getAttribute('[data-placed]', 'data-placed');
  await page.reload();
  await page.waitForSelector(`[data-placed="${placed}"]:not([data-busy])`);
  noFaults(page);

  // Late in a game on a phone, with the whole map visible.
  const phone = await sitAt(chrome, server, 'wheel', 62, 1, { options: PHONE });
  await phone.waitForSelector('.cell.legal');
  await settle(phone);
  const found = await phone.evaluate(() => {
    const cells = [...document.querySelectorAll('.cell.legal')].map((button) => button.getBoundingClientRect());
    const isBare = (x, y) => document.elementFromPoint(x, y)?.closest('button, .players, .bar, .tools') === null;
    for (const { left, top, width, height } of cells) {
      const [x, y] = [left + width / 2, top + height / 2];
      const beside = [
        [20, 0],
        [-20, 0],
        [0, 20],
        [0, -20],
      ]
        .map(([dx, dy]) => ({ x: x + dx, y: y + dy }))
        .find((one) => isBare(one.x, one.y));
      if (beside) return { ...beside, size: width };
    }
    return null;
  });
  assert(found !== null && found.size < 40, `there is a small cell: ${JSON.stringify(found)}`);
  await phone.touchscreen.tap(found.x, found.y);
  await phone.waitForSelector('[data-placed]');
  await phone.keyboard.press('z');
  await phone.waitForSelector('[data-placed]', { state: 'detached' });
  for (let n = 0; n < 4; n += 1) await phone.keyboard.press('-');
  await settle(phone);
  const smallest = await phone.evaluate(() =>
    Math.min(...[...document.querySelectorAll('.figure use')].map((figure) => figure.getBoundingClientRect().height)),
  );
  // The lowest figure is a farmer, who lies down.
  assert(smallest >= 14, `figures are at least 14 px high: ${smallest}`);
  await shoot(phone, 'hand-far');
  noFaults(phone);
}
