// Events around a game: chat, undo, watchers, another device, resigning,
// rematch.
import { assert, dice, isTurnOf, noFaults, open, PHONE, playTurn } from './support.mjs';

const panel = async (page, name) => {
  await page.click(`.tools.left button[aria-label="${name}"]`);
  await page.waitForSelector('.drawer .content > *');
};

export async function tableEvents({ chrome, server }) {
  const ann = await open(chrome, server.url, { prefs: { name: 'Ann' } });
  await ann.goto(`${server.url}/new?preset=fortress`);
  await ann.locator('select.kind').nth(1).selectOption('open');
  await ann.click('details summary');
  assert(await ann.isChecked('input[value=past_draws]'), 'a private table takes several moves back');
  await ann.click('form .button.primary');
  await ann.waitForSelector('.waiting');
  const link = await ann.locator('.waiting input[readonly]').inputValue();
  const ben = await open(chrome, link);
  await ben.fill('.waiting form input', 'Ben <b>');
  await ben.click('.waiting form button');
  await Promise.all([ann, ben].map((page) => page.waitForSelector('.players')));
  const guest = await open(chrome, link);
  await guest.waitForSelector('.players');
  assert(!(await isTurnOf(guest)), 'a guest cannot play');

  // Chat, which is never interpreted as markup.
  await panel(ann, 'Chat');
  await ann.fill('.drawer input', 'Hello <img src=x onerror=alert(1)> Ben');
  await ann.click('.drawer form button');
  for (const other of [ben, guest]) {
    await panel(other, 'Chat');
    await other.waitForSelector('text=Hello <img');
  }
  await ann.keyboard.press('Escape');
  await ben.keyboard.press('Escape');

  // Undo: the player who moved asks, the other agrees.
  const [first, second] = (await isTurnOf(ann)) ? [ann, ben] : [ben, ann];
  const before = await first.locator('.layer use').count();
  await playTurn(first, dice(1));
  await panel(first, 'Menu');
  await first.click('text=Ask to take back the last move');
  await second.click('.notice .button.primary');
  await first.waitForFunction((count) => document.querySelectorAll('.layer use').length <= count, before);
  await first.waitForSelector('[data-confirm]');
  await first.keyboard.press('Escape');

  // Another device takes over the seat, and this one only watches.
  await panel(ann, 'Menu');
  await ann.click('text=Continue on another device');
  await ann.waitForSelector('.drawer input[readonly]');
  const handover = await ann.locator('.drawer input[readonly]').inputValue();
  assert(handover.includes('#handover='), handover);
  const phone = await open(chrome, handover, PHONE);
  await phone.waitForSelector('.players');
  await phone.waitForFunction(() => JSON.parse(localStorage.getItem('bastide.seats') ?? '[]').length === 1);
  assert(!phone.url().includes('handover'), 'the secret does not stay in the address');
  await ann.reload();
  await ann.waitForSelector('text=You are watching');

  // Resigning ends a game of two. Its tiles were not known in advance, which
  // can be verified.
  await panel(ben, 'Menu');
  await ben.click('text=Resign');
  await ben.click('dialog .button.primary');
  await ben.waitForSelector('[data-over]');
  await ben.waitForSelector('.headline');
  await ben.waitForSelector('[data-fair="verified"]', { state: 'attached' });

  // Rematch.
  await ben.click('text=Rematch');
  await phone.click('.notice .button.primary');
  for (const page of [ben, phone])
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href.split('#')[0] !== link);
  await ben.waitForSelector('.players');
  await ben.waitForSelector('.you');
  noFaults(ann, ben, guest, phone);
}
