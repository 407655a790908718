// Moderation: the creator of a table kicks, mutes, and closes the chat for
// watchers; other players report. The operator closes a table.
import {
  assert,
  axe,
  join,
  make,
  noBareKeys,
  noFaults,
  noShrunkIcons,
  NARROW,
  open,
  settle,
  shoot,
  sitDown,
  WIDE,
} from './support.mjs';

const ME = { kind: 'me', name: 'Ann' };
const OPEN = { kind: 'open' };

/** Opens the action dialog of a player with the keyboard alone. */
async function actions(page, name, within) {
  const button = page.locator(`${within} button[aria-label="Actions for ${name}"]`).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
}

const choose = (page, text) => page.locator('dialog[open] button', { hasText: text }).first().click();

async function say(page, text) {
  await page.fill('.drawer form input', text);
  await page.click('.drawer form button');
  await page.locator('.drawer li', { hasText: text }).waitFor();
}

/** Saves screenshots at both widths. */
async function show(page, name) {
  for (const [width, viewport] of [
    ['wide', WIDE],
    ['narrow', NARROW],
  ]) {
    await page.setViewportSize(viewport);
    await settle(page);
    await shoot(page, `moderation/${name}-${width}`);
    for (const check of [axe, noBareKeys, noShrunkIcons]) await check(page, `moderation/${name}-${width}`);
  }
  await page.setViewportSize(WIDE);
}

export async function moderation({ chrome, server }) {
  const seated = await make(server, { seats: [ME, OPEN, OPEN] });
  const ann = await sitDown(chrome, server, seated);
  const ben = await sitDown(chrome, server, await join(server, seated.table, 'Ben'));

  // Kicked, Ben watches; he sits down again once Ann readmits him.
  await ann.locator('.waiting li', { hasText: 'Ben' }).waitFor();
  await actions(ann, 'Ben', '.waiting');
  await show(ann, 'sheet');
  await choose(ann, 'Remove from the table');
  await show(ann, 'kick');
  await choose(ann, 'Remove from the table');
  await ben.waitForSelector('text=has removed you');
  await ben.fill('.waiting form input', 'Benny');
  await ben.click('.waiting form button');
  await ben.locator('.waiting [role=alert]').waitFor();
  await show(ben, 'removed');
  const readmit = ann.locator('.removed button', { hasText: 'Ben' });
  await readmit.waitFor();
  await show(ann, 'waiting');
  await readmit.click();
  await readmit.waitFor({ state: 'detached' });
  await ben.click('.waiting form button');
  await ann.locator('.waiting li', { hasText: 'Benny' }).waitFor();

  // The game begins; a watcher is muted, then the chat is closed for all
  // watchers.
  await join(server, seated.table, 'Cleo');
  await ann.waitForSelector('.players');
  const wes = await open(chrome, `${server.url}/t/${seated.table}`, { prefs: { name: 'Wes' } });
  await wes.waitForSelector('.players');
  for (const page of [ann, ben, wes]) await page.locator('button:has([data-icon=chat])').first().click();
  await say(wes, 'rubbish');
  await say(ben, 'be kind');
  await ann.locator('.drawer li', { hasText: 'be kind' }).waitFor();
  await show(ann, 'chat');
  await actions(ann, 'Wes', '.drawer');
  await choose(ann, 'Mute in chat');
  await choose(ann, 'Mute in chat');
  await ann.locator('.drawer .maker button', { hasText: 'Wes' }).waitFor();
  await wes.fill('.drawer form input', 'more rubbish');
  await wes.click('.drawer form button');
  await wes.locator('[role=alert]', { hasText: 'muted' }).waitFor();
  await ann.locator('.drawer .maker button', { hasText: 'Wes' }).click();
  await actions(ann, 'Benny', '.players');
  await choose(ann, 'Mute in chat');
  await choose(ann, 'Mute in chat');
  await ben.locator('.drawer', { hasText: 'has muted you' }).waitFor();
  assert((await ben.locator('.drawer form').count()) === 0, 'a muted player has nothing to write with');
  await ann.click('text=Close the chat to watchers');
  await wes.locator('.drawer', { hasText: 'The chat is closed to watchers' }).waitFor();
  await show(ann, 'chat-closed');
  await show(wes, 'chat-closed-watcher');
  await ann.click('text=Open the chat to watchers');
  await wes.locator('.drawer form').waitFor();

  // Any client can report.
  await actions(wes, 'Benny', '.drawer');
  await choose(wes, 'Report');
  await wes.fill('dialog[open] textarea', 'insults');
  await show(wes, 'report');
  await choose(wes, 'Send the report');
  await wes.waitForSelector('text=The operator has been notified');
  await choose(wes, 'OK');

  // The operator closes the table.
  await server.admin('close', seated.table, '--yes', '--reason', 'abuse in the chat');
  for (const page of [ann, ben, wes]) await page.locator('.notice', { hasText: 'abuse in the chat' }).waitFor();
  await show(ann, 'closed');
  await wes.reload();
  await wes.locator('.notice', { hasText: 'abuse in the chat' }).waitFor();
  noFaults(ann, ben, wes);
}
