// Players who meet over a link and in the lobby.
import { act, assert, dice, isTurnOf, noFaults, open, playTurn, until } from './support.mjs';

const revision = (page) => page.getAttribute('[data-revision]', 'data-revision');

/** Waits until both pages show the same state of the game. */
async function agree(one, other) {
  const wanted = await revision(one);
  await other.waitForSelector(`[data-revision="${wanted}"]`);
}

/** Two browsers over a link, with a reload and a restart of the server. */
export async function friends({ chrome, server }) {
  // A host without a name is asked for one while waiting.
  const ann = await open(chrome, server.url);
  await ann.click('text=Invite a friend');
  await ann.waitForSelector('.waiting');
  await ann.waitForSelector('.waiting li .name:has-text("You")');
  await ann.fill('.waiting form input', 'Ann');
  await ann.click('.waiting form button');
  await ann.waitForSelector('.waiting li .name:has-text("Ann")');
  const link = await ann.locator('.waiting input[readonly]').inputValue();
  const ben = await open(chrome, link);
  await ben.fill('.waiting form input', 'Ben');
  await ben.click('.waiting form button');
  await Promise.all([ann, ben].map((page) => page.waitForSelector('.players')));
  const rolls = [dice(5), dice(6)];
  const round = async () => {
    for (let n = 0; n < 2; n += 1) {
      const isAnn = await isTurnOf(ann);
      const [mover, other] = isAnn ? [ann, ben] : [ben, ann];
      await playTurn(mover, rolls[isAnn ? 0 : 1]);
      await agree(mover, other);
    }
  };
  for (let n = 0; n < 4; n += 1) await round();
  // The tab shows whose turn it is in its title and icon.
  const [mover, other] = (await isTurnOf(ann)) ? [ann, ben] : [ben, ann];
  const icon = (page, size) =>
    page.waitForFunction(
      (r) => document.querySelector('link[rel=icon]').href.includes(encodeURIComponent(`r="${r}"`)),
      size,
    );
  await Promise.all([icon(mover, 19), icon(other, 11)]);
  assert((await mover.title()).includes('Your turn'), await mover.title());
  assert((await other.title()).includes(`${mover === ann ? 'Ann' : 'Ben'} to move`), await other.title());
  await ben.reload();
  await ben.waitForSelector('.players');
  await round();
  await server.restart();
  for (let n = 0; n < 3; n += 1) await round();
  const boards = await Promise.all([ann, ben].map((page) => page.locator('.layer use').count()));
  assert(boards[0] === boards[1], `both see the same map: ${boards}`);
  await ann.keyboard.press('h');
  await ann.waitForSelector('.drawer ol li');
  noFaults(ann, ben);
}

/** The page verifies every game: against a bot, between friends, and in the
 * rematch. A record that was changed in transit is reported as wrong. */
export async function fair({ chrome, server }) {
  const alone = await open(chrome, server.url, { prefs: { name: 'Ann' } });
  await alone.click('text=Invite a friend');
  await alone.waitForSelector('.waiting');
  const link = await alone.locator('.waiting input[readonly]').inputValue();
  const ben = await open(chrome, link);
  await ben.fill('.waiting form input', 'Ben');
  await ben.click('.waiting form button');
  await Promise.all([alone, ben].map((page) => page.waitForSelector('.players')));
  const table = link.split('/t/')[1];
  const seen = await alone.evaluate(() => JSON.parse(localStorage.getItem('bastide.salts')));
  const kept = seen.find((one) => one.table === table);
  assert(
    /^[0-9a-f]{64}$/.test(kept.salt) && /^[0-9a-f]{64}$/.test(kept.seal),
    `kept before the game: ${JSON.stringify(kept)}`,
  );
  const token = await ben.evaluate(
    (id) => JSON.parse(localStorage.getItem('bastide.seats')).find((one) => one.table === id).token,
    table,
  );
  await act(server, { table, token }, { kind: 'resign', seat: 1 });
  for (const [page, other] of [
    [alone, 'Ben'],
    [ben, 'Ann'],
  ]) {
    await page.waitForSelector('[data-fair="verified"]', { state: 'attached' });
    const told = await page.locator('[data-fair="verified"]').textContent();
    assert(told.includes(`you and ${other}`) && told.includes('this browser'), told);
  }
  // The server's commitment differs from the stored one.
  await ben.evaluate((id) => {
    const all = JSON.parse(localStorage.getItem('bastide.salts'));
    const own = all.find((one) => one.table === id);
    own.seal = own.seal.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    localStorage.setItem('bastide.salts', JSON.stringify(all));
  }, table);
  await ben.reload();
  await ben.waitForSelector('[data-fair="wrong"]', { state: 'attached' });
  const ending = await ben.locator('.drawer .hint').first().innerText();
  assert(ending.includes('you resigned'), `the end says who resigned: ${ending}`);
  // Both players contribute to the shuffle of the rematch.
  await act(server, { table, token }, { kind: 'propose', seat: 1, what: { kind: 'rematch' } });
  await alone.click('[role=alertdialog] .button.primary');
  // Both players are redirected to the new table.
  await Promise.all(
    [alone, ben].map((page) =>
      page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(table)),
    ),
  );
  assert(alone.url() === ben.url(), `both are at one table: ${alone.url()}, ${ben.url()}`);
  const next = alone.url().split('/t/')[1];
  let salts = [];
  await until(async () => {
    const { deal } = await (await fetch(`${server.url}/api/tables/${next}`)).json();
    salts = deal.salts;
    return deal.stage === 'dealt';
  }, 'the tiles are dealt');
  assert(salts.length === 2 && salts.every((one) => one.is_revealed), `both contributed: ${JSON.stringify(salts)}`);
  noFaults(alone, ben);
}

/** A listed table is found, joined and watched from the front page. */
export async function lobby({ chrome, server }) {
  const ann = await open(chrome, `${server.url}/new?preset=wheel`, { prefs: { name: 'Ann' } });
  await ann.locator('select.kind').nth(1).selectOption('open');
  await ann.check('input[value=listed]', { force: true });
  await ann.click('form .button.primary');
  await ann.waitForSelector('.waiting');
  const ben = await open(chrome, server.url, { prefs: { name: 'Ben' } });
  await ben.click('a.table:has-text("Ann")');
  await ben.click('.waiting form button');
  await ben.waitForSelector('.players');
  const guest = await open(chrome, server.url);
  await guest.click('a.table:has-text("Ben")');
  await guest.waitForSelector('text=You are watching');
  await ben.goto(server.url);
  await ben.click('.own a');
  await ben.waitForSelector('.players');
  noFaults(ann, ben, guest);
}
