// Notifications of one's turns in correspondence games.
import { assert, axe, dice, isTurnOf, join, make, noBareKeys, noFaults, open, playTurn, settle, shoot, sitDown, NARROW, WIDE } from './kit.mjs';

const panel = async (page, name = 'Menu') => {
  await page.click(`.tools.left button[aria-label="${name}"]`);
  await page.waitForSelector('.drawer .content > *');
};

/** A push service stood in for: this browser has none that it could reach. The
 * page believes to be subscribed, the server gets real keys. */
function standIn() {
  let subscription = null;
  globalThis.asked = 0;
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    globalThis.asked += 1;
    return ask();
  };
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
    const auth = text(crypto.getRandomValues(new Uint8Array(16)));
    const endpoint = 'https://fcm.googleapis.com/fcm/send/browser-of-a-test';
    subscription = {
      endpoint,
      options: { applicationServerKey: applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    return subscription;
  };
}

/** Delivers a message as a push service would. */
async function deliver(page, origin, message) {
  const line = await page.context().newCDPSession(page);
  const registration = new Promise((found) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (one) found(one.registrationId);
    });
  });
  await line.send('ServiceWorker.enable');
  await line.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data: JSON.stringify(message) });
}

/** What the service worker shows, once it shows something. */
const shown = (page) => page.evaluate(async () => {
  const { getNotifications } = ServiceWorkerRegistration.prototype;
  for (;;) {
    const all = await getNotifications.call(await navigator.serviceWorker.ready);
    if (all.length > 0) return all.map(({ title, body, data }) => ({ title, body, path: data.path }));
    await new Promise((done) => { setTimeout(done, 50); });
  }
});

export async function push({ chrome, server }) {
  const days = { kind: 'days', days: 3 };
  const seated = await make(server, { seats: [{ kind: 'me', name: 'Ann' }, { kind: 'open' }], clock: days, first: { kind: 'seat', seat: 0 } });
  const other = await join(server, seated.table, 'Ben');
  const page = await open(chrome, `${server.url}/about`, { seat: { ...seated, since: 1 } });
  await page.context().addInitScript(standIn);
  await page.goto(`${server.url}/t/${seated.table}`);
  await page.waitForSelector('[data-revision]');
  assert(await isTurnOf(page), 'Ann begins');
  await page.waitForLoadState('networkidle');
  assert(await page.locator('[data-push=offer]').count() === 0, 'nothing is offered before the first turn');
  await playTurn(page, dice(2));
  await page.waitForSelector('[data-push=offer]');
  assert(await page.evaluate(() => globalThis.asked) === 0, 'the permission is asked for by a click only');
  for (const [width, viewport] of [['narrow', NARROW], ['wide', WIDE]]) {
    await page.setViewportSize(viewport);
    await settle(page);
    await shoot(page, `push/offer-${width}`);
    for (const check of [axe, noBareKeys]) await check(page, `push/offer-${width}`);
  }

  await page.context().grantPermissions(['notifications'], { origin: server.url });
  const subscribed = page.waitForResponse((answer) => answer.url().endsWith('/push') && answer.request().method() === 'POST');
  await page.click('[data-push=offer] .button.prime');
  assert((await subscribed).status() === 201, 'the server takes the subscription');
  await page.waitForSelector('[data-push=on]');
  assert(await page.evaluate(() => globalThis.asked) === 1, 'asked once');
  await page.click('[data-push=on] button');
  await panel(page);
  await page.waitForSelector('[data-push-switch=on] input:checked', { state: 'attached' });
  await settle(page);
  await shoot(page, 'push/switch');
  await axe(page, 'push/switch');

  // The message comes while the table is not looked at.
  await page.goto(`${server.url}/about`);
  await deliver(page, server.url, { table: seated.table, revision: 5, names: ['Ben'], language: 'en' });
  const [notice] = await shown(page);
  assert(notice.title === 'Your turn' && notice.body.includes('Ben') && notice.path === `/t/${seated.table}`, JSON.stringify(notice));

  // Back at the table it is still on; switched off, the server forgets it.
  await page.goto(`${server.url}/t/${seated.table}`);
  await page.waitForSelector('[data-revision]');
  assert(await page.locator('[data-push=offer]').count() === 0, 'not offered again');
  await panel(page);
  await page.waitForSelector('[data-push-switch=on]');
  const forgotten = page.waitForResponse((answer) => answer.url().endsWith('/push/forget'));
  await page.click('[data-push-switch=on] label');
  const answer = await forgotten;
  assert(answer.ok() && (await answer.json()).subscriptions === 0, 'forgotten');
  await page.waitForSelector('[data-push-switch=off]');

  // A browser without push says so, in the language of its reader.
  const plain = await open(chrome, `${server.url}/about`, { seat: { ...other, since: 1 }, locale: 'uk' });
  await plain.context().addInitScript(() => { delete globalThis.PushManager; });
  await plain.goto(`${server.url}/t/${seated.table}`);
  await plain.waitForSelector('[data-revision]');
  await panel(plain, 'Меню');
  await plain.waitForSelector('[data-push-switch=unsupported] input:disabled', { state: 'attached' });
  assert((await plain.locator('[data-push-switch]').innerText()).includes('не підтримує'), 'it says so');
  await shoot(plain, 'push/unsupported');

  // Refused by the browser: said at the same place.
  const refused = await open(chrome, `${server.url}/about`, { seat: { ...other, since: 1 } });
  await refused.context().addInitScript(() => { Object.defineProperty(Notification, 'permission', { get: () => 'denied' }); });
  await refused.goto(`${server.url}/t/${seated.table}`);
  await refused.waitForSelector('[data-revision]');
  await panel(refused);
  await refused.waitForSelector('[data-push-switch=denied] input:disabled', { state: 'attached' });

  // At other tables there is nothing to switch.
  const live = await sitDown(chrome, server, await make(server, {}));
  await panel(live);
  await live.waitForLoadState('networkidle');
  assert(await live.locator('[data-push-switch]').count() === 0, 'only in correspondence games');
  noFaults(page, plain, refused, live);
}
