// A table in the middle of a game, with all its panels.
import { confirm, follow, goOn, sitDown } from '../support.mjs';

/** Opens a panel by its key. */
const panel = (key, selector) => async (page) => {
  await page.keyboard.press('Escape');
  await page.waitForSelector('.drawer', { state: 'detached' });
  await page.keyboard.press(key);
  await page.waitForSelector(`.drawer ${selector}`);
};
/** Presses a button, even if it is hidden on a phone. */
const press = (page, icon, where = '.tools') =>
  page.locator(`${where} button:has([data-icon=${icon}])`).dispatchEvent('click');
const close = async (page) => {
  await page.keyboard.press('Escape');
  await page.waitForSelector('.drawer', { state: 'detached' });
};

/** Intercepts the connection to the server: it can be cut, and return errors. */
async function tap(page) {
  page.line = { isCut: false, isBad: false, sockets: new Set() };
  await page.routeWebSocket(/\/ws\?/, (near) => {
    if (page.line.isCut) {
      void near.close();
      return;
    }
    const far = near.connectToServer();
    page.line.sockets.add(near);
    near.onMessage((text) => {
      const message = JSON.parse(text);
      if (!page.line.isBad || message.type !== 'do') far.send(text);
      else
        near.send(
          JSON.stringify({
            type: 'refused',
            id: message.id,
            problem: { code: 'server/not_saved', message: 'the disk is full' },
          }),
        );
    });
  });
}

/** Opens a page at a position of a recorded game, with an intercepted
 * connection. */
async function sitTapped({ chrome, server, options }, record, turn) {
  const { rest, ...seated } = await goOn(server, record, turn, 1, { aid: 'coach' });
  const page = await sitDown(chrome, server, seated, options);
  page.rest = rest;
  await tap(page);
  await page.reload();
  await page.waitForSelector('[data-prompt="lay_tile"]');
  return page;
}

export const table = {
  begin: (world) => sitTapped(world, 'wheel', 62),
  screens: [
    { name: 'table-lay', reach: async () => {} },
    { name: 'table-ghost', reach: (page) => follow(page, page.rest[0]) },
    { name: 'table-chosen', reach: (page) => follow(page, page.rest[1]) },
    {
      name: 'table-moved',
      reach: async (page) => {
        await confirm(page);
        await page.waitForSelector('[data-prompt]');
      },
    },
    { name: 'table-history', reach: panel('h', 'ol li') },
    { name: 'table-tiles', reach: panel('t', 'li') },
    { name: 'table-standing', reach: panel('s', '.content > *') },
    { name: 'table-keys', reach: panel('?', 'kbd') },
    {
      name: 'table-chat',
      reach: async (page) => {
        await close(page);
        await press(page, 'chat');
        await page.fill('.drawer input', 'Hello <b>all</b>');
        await page.click('.drawer form button');
        await page.waitForSelector('.drawer :text("Hello <b>all</b>")');
      },
    },
    {
      name: 'table-menu',
      reach: async (page) => {
        await close(page);
        await press(page, 'menu');
        await page.waitForSelector('.drawer [data-icon=gear]');
      },
    },
    {
      name: 'table-handover',
      reach: async (page) => {
        await press(page, 'device', '.drawer');
        await page.waitForSelector('.drawer input[readonly]');
      },
    },
    {
      name: 'table-resign',
      reach: async (page) => {
        await press(page, 'flag', '.drawer');
        await page.waitForSelector('dialog[open]');
      },
    },
    {
      name: 'table-share',
      reach: async (page) => {
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
        await press(page, 'share', '.drawer');
        await page.waitForSelector('.drawer input[readonly]');
      },
    },
    { name: 'table-hint', reach: panel('b', 'ol li') },
    {
      name: 'table-fields',
      reach: async (old, world) => {
        await old.context().close();
        const page = await sitTapped(world, 'river', 60);
        await page.keyboard.press('f');
        await page.waitForSelector('path.field');
        return page;
      },
    },
    {
      name: 'table-dead',
      reach: async (page) => {
        await page.keyboard.press('f');
        await page.waitForSelector('path.field', { state: 'detached' });
        await press(page, 'dead');
        await page.waitForSelector('[href="#cell-dead"]');
      },
    },
    {
      name: 'table-feature',
      reach: async (page) => {
        // A point where a figure stands and is not covered.
        const at = await page.evaluate(() =>
          [...document.querySelectorAll('.figure use')]
            .map((figure) => {
              const box = figure.getBoundingClientRect();
              return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
            })
            .find(({ x, y }) => document.elementFromPoint(x, y)?.closest('.board') !== null),
        );
        await page.mouse.click(at.x, at.y);
        await page.waitForSelector('.about');
      },
    },
    {
      name: 'table-trouble',
      reach: async (page) => {
        await close(page);
        page.line.isBad = true;
        await page.locator('.cell.legal').first().dispatchEvent('click');
        await page.waitForSelector('[data-placed]:not([data-busy])');
        if (await page.locator('[data-confirm]:disabled').count()) await page.keyboard.press('0');
        await page.waitForSelector('[data-confirm]:not(:disabled)');
        await page.click('[data-confirm]');
        await page.waitForSelector('.notice.trouble');
      },
    },
    {
      name: 'table-lost-line',
      reach: async (page) => {
        await page.click('.notice.trouble button');
        page.line.isCut = true;
        for (const socket of page.line.sockets) void socket.close();
        await page.waitForSelector('.notice[role=status]');
      },
    },
  ],
};
