// A first visit on a phone: how much it loads, and with which letters.
import { assert, noFaults, open, PHONE, settle } from './kit.mjs';

/** Bytes on the line for the front page, headers included. */
const LIMIT = 120 * 1024;

/** With a server of its own: lists of other scenarios' tables do not count. */
export async function first({ chrome, server }) {
  const empty = await server.another();
  try {
    return await visit(chrome, empty);
  } finally {
    await empty.clean();
  }
}

async function visit(chrome, server) {
  const told = [];
  for (const locale of ['uk', 'ru', 'en']) {
    const page = await open(chrome, 'about:blank', { ...PHONE, deviceScaleFactor: 3, locale });
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    let total = 0;
    line.on('Network.loadingFinished', ({ encodedDataLength }) => (total += encodedDataLength));
    await page.goto(server.url);
    await page.waitForSelector('h1');
    await page.evaluate(() => document.fonts.ready);
    await settle(page);
    told.push(`${locale} ${Math.round(total / 1024)} KB`);
    assert(total <= LIMIT, `${locale}: a first visit loads ${total} bytes, and may load ${LIMIT}`);
    // The page is set in its own letters, whatever the machine has.
    const fonts = await page.evaluate(() => [...document.fonts].filter((font) => font.status === 'loaded').map((font) => `${font.family.replace(/['"]/g, '')} ${font.weight}`));
    for (const face of ['Alegreya 400 900', 'Alegreya Sans 100 500', 'Alegreya Sans 600 900', 'Bastide 400 900']) assert(fonts.includes(face), `${locale}: ${face} is there: ${fonts}`);
    const names = (selector) => page.locator(`.games ${selector} .game`).evaluateAll((all) => all.map((game) => new URL(game.href).searchParams.get('preset')).join());
    assert(await names('ul:first-of-type') === 'fortress,medieval,bridges,wheel,stronghold', 'the five games come first');
    assert(await names('.variants') === 'base,river', 'then the variants of the base game');
    assert(await page.locator('.list:not(:has(li))').count() === 0, 'lists without tables are not shown');
    await page.locator('.games .game img').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => [...document.querySelectorAll('.games .game img')].at(-1).naturalWidth > 1);
    noFaults(page);
    await page.context().close();
  }
  return told.join(', ');
}
