// Engines on a server: the list before and after rated games, a replay, a table
// with an engine, and what people see once it has left.
import {
  assert,
  axe,
  connectEngine,
  dice,
  make,
  NARROW,
  noBareKeys,
  noFaults,
  noShrunkIcons,
  open,
  playTurn,
  settle,
  shoot,
  sitDown,
  until,
  WIDE,
} from './support.mjs';

const ME = { kind: 'me', name: 'Ann' };

/** Saves screenshots at both widths, and checks the page. */
async function show(page, name) {
  for (const [width, viewport] of [
    ['wide', WIDE],
    ['narrow', NARROW],
  ]) {
    await page.setViewportSize(viewport);
    await settle(page);
    await shoot(page, `engines/${name}-${width}`);
    for (const check of [axe, noBareKeys, noShrunkIcons]) await check(page, `engines/${name}-${width}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(wide <= 0, `engines/${name}-${width} scrolls by ${wide} px`);
  }
  await page.setViewportSize(WIDE);
}

/** Issues a token for an engine. */
async function tokenOf(server, name) {
  const { token } = JSON.parse(await server.admin('--json', 'add-engine', name));
  return token;
}

const listOf = async (server) => (await fetch(`${server.url}/api/engines`)).json();

/** Waits until people can invite an engine. */
const connected = (server, name) =>
  until(
    async () => (await listOf(server)).engines.some((line) => line.level === `engine:${name}` && line.is_connected),
    `${name} is connected`,
  );

/** Fails if a page shows how the server names an engine. */
async function noLevels(page, name) {
  const text = await page.innerText('body');
  assert(!text.includes('engine:'), `${name} shows ${text.match(/.*engine:.*/)}`);
}

/** Returns the names of players with their levels. */
const tagged = (players) =>
  players.evaluateAll((all) =>
    all.map((one) => `${one.querySelector('.name').innerText} ${one.querySelector('.bot-level').innerText}`),
  );

export async function engines({ chrome, server: shared }) {
  // A server of its own: no other scenario may see its engines, nor it theirs.
  const server = await shared.another();
  try {
    await list(chrome, server);
  } finally {
    await server.clean();
  }
}

async function list(chrome, server) {
  // Nothing yet: the page says how to begin.
  const page = await open(chrome, `${server.url}/engines`);
  await page.waitForSelector('[data-empty]');
  await show(page, 'empty');

  // Accounts without games.
  const tokens = { Rook: await tokenOf(server, 'Rook'), 'Miller of the old bridge': '' };
  tokens['Miller of the old bridge'] = await tokenOf(server, 'Miller of the old bridge');
  await tokenOf(server, 'Idle');
  await page.reload();
  await page.locator('[data-unrated] li', { hasText: 'Idle' }).waitFor();
  await noLevels(page, 'the list');
  await show(page, 'unrated');

  // Rated games.
  const stops = await Promise.all(Object.values(tokens).map((token) => connectEngine(server, token)));
  const both = ({ engines: all }) =>
    all.filter(({ level, standing }) => level.startsWith('engine:') && standing).length;
  await until(async () => both(await listOf(server)) === 2, 'both engines have a rating');
  await page.reload();
  await page.waitForSelector('[data-ladder]');
  const rook = page.locator('[data-ladder] tbody tr', { hasText: 'Rook' });
  assert((await rook.innerText()).includes('engine'), 'the list says that it is an engine');
  assert((await page.locator('[data-unrated] li').count()) === 1, 'one engine has no rating');
  await noLevels(page, 'the ladder');
  await show(page, 'rated');

  // A game is replayed; its seats have the names of the engines.
  const listed = await tagged(page.locator('[data-games] li:first-child .player'));
  assert(
    listed.every((text) => /(engine|Beginner|Easy|Normal|Hard|Master)$/.test(text)),
    `the list of games says ${listed.join()}`,
  );
  await page.locator('[data-games] a').first().click();
  await page.waitForSelector('.controls');
  await noLevels(page, 'the replay');
  assert((await tagged(page.locator('aside .scores li'))).join() === listed.join(), 'the replay has other names');
  await page.setViewportSize(NARROW);
  await page.locator('.strip.scores, .strip .scores').first().waitFor();
  await noBareKeys(page, 'the replay of engines');
  assert((await page.locator('.scores .bot-level:visible').count()) === 2, 'a phone shows the levels');
  await shoot(page, 'engines/replay-narrow');
  await page.setViewportSize(WIDE);
  await shoot(page, 'engines/replay');

  // At a table the engine is called one, and people see when a bot plays for it.
  const seats = [{ kind: 'bot', level: 'engine:Rook' }, ME];
  await connected(server, 'Rook');
  const table = await sitDown(chrome, server, await make(server, { seats, first: { kind: 'seat', seat: 1 } }));
  const player = table.locator('.players [data-seat="0"]');
  await player.waitFor();
  assert(/Rook\s*engine/i.test(await player.innerText()), `the seat says ${await player.innerText()}`);
  await noLevels(table, 'the table');
  await settle(table);
  await shoot(table, 'engines/table');
  await server.admin('revoke-engine', 'Rook');
  await playTurn(table, dice(5));
  await player.locator('[data-weaker]').waitFor();
  assert((await player.innerText()).includes('a bot plays instead'), 'the seat says that a bot plays');
  await settle(table);
  await shoot(table, 'engines/table-revoked');
  await axe(table, 'a table with an engine that was revoked');

  for (const stop of stops) stop();
  noFaults(page, table);
}
