// What happens around a game: talk, second thoughts, guests, another device,
// giving up, once more.
import { assert, dice, open, playTurn, shoot } from './kit.mjs';

const panel = async (page, name) => {
  await page.click(`.tools.left button[aria-label="${name}"]`);
  await page.waitForSelector('.drawer .content > *');
  await page.waitForTimeout(150);
};

export async function manners({ chrome, server }) {
  const ann = await open(chrome, server.url, { prefs: { name: 'Ann' } });
  await ann.goto(`${server.url}/new?preset=fortress`);
  await ann.locator('select.kind').nth(1).selectOption('open');
  await ann.click('details summary');
  await ann.check('input[value=past_draws]', { force: true });
  await ann.click('form .button.prime');
  await ann.waitForSelector('.waiting');
  const link = await ann.locator('.waiting input[readonly]').inputValue();
  const ben = await open(chrome, link);
  await ben.fill('.waiting form input', 'Ben <b>');
  await ben.click('.waiting form button');
  await Promise.all([ann, ben].map((page) => page.waitForSelector('.players')));
  const guest = await open(chrome, link);
  await guest.waitForSelector('.players');
  assert(await guest.locator('[data-confirm]').count() === 0, 'a guest cannot play');

  // Talk, which is never markup.
  await panel(ann, 'Chat');
  await ann.fill('.drawer input', 'Hello <img src=x onerror=alert(1)> Ben');
  await ann.click('.drawer form button');
  await panel(ben, 'Chat');
  await ben.waitForSelector('text=Hello <img');
  await shoot(ben, 'chat');
  await panel(guest, 'Chat');
  await guest.waitForSelector('text=Hello <img');
  await ann.keyboard.press('Escape');
  await ben.keyboard.press('Escape');

  // Second thoughts: whoever moved asks, the other agrees.
  const isAnn = await ann.evaluate(() => document.querySelector('[data-confirm]') !== null);
  const [first, second] = isAnn ? [ann, ben] : [ben, ann];
  const before = await first.locator('.layer use').count();
  await playTurn(first, dice(1));
  await first.waitForTimeout(300);
  await panel(first, 'Menu');
  await first.click('text=Ask to take it back');
  await first.waitForTimeout(400);
  await shoot(first, 'asked');
  await second.waitForSelector('.notice .button.prime');
  await shoot(second, 'proposal');
  await second.click('.notice .button.prime');
  await first.waitForFunction((count) => document.querySelectorAll('.layer use').length <= count, before);
  assert(await first.locator('[data-confirm]').count() === 1, 'it is the same turn again');
  await first.keyboard.press('Escape');

  // Another device takes the seat over, and this one only watches.
  await panel(ann, 'Menu');
  await ann.click('text=Play on from another device');
  await ann.waitForSelector('.drawer input[readonly]');
  const handover = await ann.locator('.drawer input[readonly]').inputValue();
  assert(handover.includes('#handover='), handover);
  const phone = await open(chrome, handover, { viewport: { width: 390, height: 780 } });
  await phone.waitForSelector('.players');
  await phone.waitForTimeout(500);
  assert(!phone.url().includes('handover'), 'the secret does not stay in the address');
  const yours = await phone.evaluate(() => JSON.parse(localStorage.getItem('bastide.seats') ?? '[]').length);
  assert(yours === 1, 'the phone holds the seat');
  await ann.reload();
  await ann.waitForSelector('text=You are watching');
  await shoot(ann, 'moved');

  // Giving up ends a game of two; then once more.
  await panel(ben, 'Menu');
  await ben.click('text=Resign');
  await ben.click('dialog .button.prime');
  await ben.waitForSelector('[data-over]');
  await ben.waitForSelector('.headline');
  await shoot(ben, 'resigned');
  await ben.click('text=Rematch');
  await phone.waitForSelector('.notice .button.prime');
  await phone.click('.notice .button.prime');
  await ben.waitForSelector('a[href^="/t/"]:has-text("rematch")');
  await ben.click('.drawer a[href^="/t/"].prime');
  await ben.waitForTimeout(800);
  assert(ben.url() !== link, 'the rematch is another table');
  await ben.waitForSelector('.players');
  assert(await ben.locator('.you').count() === 1, 'one sits at the rematch');
  await shoot(ben, 'rematch');
  const faults = [ann, ben, guest, phone].flatMap((page) => page.faults);
  assert(faults.length === 0, faults.join('; '));
}
