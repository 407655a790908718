// The pages around the game.
import { make, open, unfold } from '../support.mjs';

const to =
  (path, selector = 'main h1') =>
  async (page, { server }) => {
    await page.goto(server.url + path);
    await page.waitForSelector(selector);
  };

const GUIDES = ['base', 'wheel', 'stronghold', 'fields', 'river', 'abbot', 'bridges', 'castles', 'barns'];

/** Creates a table in the lobby, one to watch, and an own one. */
async function fillLobby(page, { server }) {
  const listed = { visibility: 'listed', aid: 'none' };
  const open = { kind: 'open' };
  await make(server, { ...listed, seats: [{ kind: 'me', name: 'Леся' }, open, open] });
  await make(server, {
    ...listed,
    game: 'stronghold',
    rules: '',
    seats: [
      { kind: 'me', name: 'Ben' },
      { kind: 'bot', level: 'easy' },
    ],
  });
  const own = await make(server, { rules: 'wheel,fields' });
  await page.evaluate((held) => localStorage.setItem('bastide.seats', JSON.stringify([held])), { ...own, since: 1 });
  await page.goto(server.url);
  await page.waitForSelector('.own a');
}

export const pages = {
  begin: ({ chrome, server, options }) => open(chrome, server.url, options),
  screens: [
    { name: 'front', reach: to('/') },
    { name: 'front-busy', reach: fillLobby },
    {
      name: 'settings',
      reach: async (page) => {
        await page.click('header button:has([data-icon=gear])');
        await page.waitForSelector('dialog[open]');
      },
    },
    { name: 'new', reach: to('/new', 'form') },
    {
      name: 'new-options',
      reach: async (page, world) => {
        await to('/new?preset=bridges', 'form')(page, world);
        await unfold(page.locator('form details'));
      },
    },
    { name: 'new-stronghold', reach: to('/new?preset=stronghold', 'form') },
    {
      name: 'new-colours',
      reach: async (page) => {
        await page.locator('.seats .opener').first().click();
        await page.waitForSelector('.picker');
      },
    },
    { name: 'open', reach: to('/open') },
    {
      name: 'open-wrong',
      reach: async (page) => {
        await page.fill('main textarea', 'bastide 1\ngame land rules=base,fields seats=2\nDV P1,0r0 M0\nDU P7,7r0 .');
        await page.click('main form button.primary');
        await page.waitForSelector('main [role=alert]');
      },
    },
    { name: 'analysis', reach: to('/analysis', 'textarea') },
    { name: 'guide', reach: to('/guide') },
    ...GUIDES.map((name) => ({ name: `guide-${name}`, reach: to(`/guide/${name}`, 'article section h2') })),
    { name: 'learn', reach: to('/learn') },
    { name: 'about', reach: to('/about') },
    { name: 'not-found', reach: to('/nowhere') },
    { name: 'lost-table', reach: to('/t/k3x9w2mq7abd') },
  ],
};
