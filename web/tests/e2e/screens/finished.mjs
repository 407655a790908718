// Finished games and replays.
import { confirm, follow, sitAt, unfold } from '../support.mjs';

/** Plays the last turn of a recorded game. */
const end =
  (record, turn, plan = {}) =>
  async (old, { chrome, server, options }) => {
    await old?.context().close();
    const page = await sitAt(chrome, server, record, turn, 1, { options, ...plan });
    await follow(page, ...page.rest);
    await confirm(page);
    await page.waitForSelector('.drawer .places');
    return page;
  };

export const finished = {
  begin: async () => null,
  screens: [
    { name: 'end-castle', reach: end('castle', 60, { colours: ['white', 'black'] }) },
    { name: 'end', reach: end('wheel', 87) },
    {
      name: 'end-step',
      reach: async (page) => {
        await page.click('.drawer .final');
        await page.click('.tour .steps .icon.primary');
        await page.waitForSelector('path.outline');
      },
    },
    {
      name: 'replay',
      reach: async (page) => {
        await page.click('.tour .steps .small');
        await page.click('a[href$="/replay"]');
        await page.waitForSelector('.controls');
      },
    },
    {
      name: 'replay-middle',
      reach: async (page) => {
        await page.locator('.controls input[type=range]').fill('43');
        await page.waitForFunction(() => document.querySelector('.controls input[type=range]').value === '43');
      },
    },
    {
      name: 'replay-open',
      reach: async (page) => {
        // On a phone the other controls are in a sheet.
        const sheet = page.locator('.deck .open');
        if (await sheet.count()) await sheet.click();
        await unfold(page.locator('aside details'));
      },
    },
  ],
};
