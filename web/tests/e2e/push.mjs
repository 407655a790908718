// Notifications of the player's turns in correspondence games.
import {
  assert,
  axe,
  dice,
  isTurnOf,
  join,
  make,
  noBareKeys,
  noFaults,
  open,
  playTurn,
  settle,
  shoot,
  sitDown,
  NARROW,
  PHONE,
  WIDE,
} from './support.mjs';

const panel = async (page, name = 'Menu') => {
  await page.click(`.tools.left button[aria-label="${name}"]`);
  await page.waitForSelector('.drawer .content > *');
};

/** Mocks the push service, which the test browser cannot reach. The page
 * considers itself subscribed, and the server gets real keys. */
function standIn() {
  let subscription = null;
  globalThis.asked = 0;
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    globalThis.asked += 1;
    return ask();
  };
  const text = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
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

/** Delivers messages like a push service, and reports when the service worker
 * has handled them. */
async function pushService(page, origin) {
  const line = await page.context().newCDPSession(page);
  const registered = new Promise((found) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (one) found(one.registrationId);
    });
  });
  await line.send('ServiceWorker.enable');
  const registrationId = await registered;
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    // Count handled events, since a worker that shows nothing has no other
    // observable state.
    const { waitUntil } = ExtendableEvent.prototype;
    self.done = 0;
    ExtendableEvent.prototype.waitUntil = function (work) {
      waitUntil.call(
        this,
        work.finally(() => {
          self.done += 1;
        }),
      );
    };
    // Browsers allow opening and focusing windows only after a user's click.
    self.windows = [];
    Clients.prototype.openWindow = async (path) => {
      self.windows.push(`open ${path}`);
    };
    WindowClient.prototype.focus = async function () {
      self.windows.push(`focus ${new URL(this.url).pathname}`);
    };
  });
  /** Runs `act` and waits until one more event is handled. */
  const during = async (act) => {
    const before = await worker.evaluate(() => self.done);
    await act();
    await worker.evaluate(async (known) => {
      while (self.done === known)
        await new Promise((next) => {
          setTimeout(next, 20);
        });
    }, before);
  };
  return {
    deliver: (message) =>
      during(() =>
        line.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) }),
      ),
    /** Returns the displayed notifications. */
    shown: () =>
      worker.evaluate(async () =>
        (await self.registration.getNotifications()).map(({ title, body, lang, icon, data }) => ({
          title,
          body,
          lang,
          icon: new URL(icon).pathname,
          path: data.path,
        })),
      ),
    /** Clicks the notification; returns the windows that were opened or
     * focused. */
    click: async () => {
      await during(() =>
        worker.evaluate(async () => {
          const [notification] = await self.registration.getNotifications();
          self.windows = [];
          self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        }),
      );
      return worker.evaluate(() => self.windows.join());
    },
  };
}

/** Notifications are in the language of the message, one per table, and open
 * their table. */
async function notices(page, server, table) {
  const path = `/t/${table}`;
  await page.goto(`${server.url}/about`);
  const service = await pushService(page, server.url);
  const turn = { table, revision: 5, names: ['Ben'], language: 'en' };
  const said = {
    en: ['Your turn', 'At the table: Ben'],
    ru: ['Ваш ход', 'За столом: Ben'],
    uk: ['Ваш хід', 'За столом: Ben'],
  };
  for (const [lang, [title, body]] of Object.entries(said)) {
    await service.deliver({ ...turn, language: lang });
    const all = JSON.stringify(await service.shown());
    assert(
      all === JSON.stringify([{ title, body, lang, icon: '/icon-192.png', path }]),
      `one notification in ${lang}: ${all}`,
    );
  }
  assert((await service.click()) === `open ${path}`, 'a click opens the table');
  assert((await service.shown()).length === 0, 'and takes the notification away');

  await service.deliver(turn);
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector('[data-revision]');
  assert(
    (await service.shown()).length === 1 && (await service.click()) === `focus ${path}`,
    'a table that is open is brought to the front',
  );
  await service.deliver(turn);
  assert((await service.shown()).length === 0, 'a table that is looked at needs no notification');
  await service.deliver({ ...turn, table: 'abcdefghjkmn' });
  assert((await service.shown()).length === 1, 'another table does');
}

/** Notifications on an iPhone: the page is installed and takes over the seat by
 * a pasted link. */
async function installed(chrome, server, link) {
  const page = await open(chrome, 'about:blank', PHONE);
  await page.context().addInitScript(() => {
    // Test browsers cannot install pages.
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await page.goto(server.url);
  const field = page.getByLabel('Link to a game');
  await field.fill('https://example.org/t/abcdefghjkmn');
  await field.press('Enter');
  await page.getByText('not a link to a table').waitFor();
  await settle(page);
  await shoot(page, 'push/installed');
  await axe(page, 'push/installed');
  await field.fill(`Here: ${link}`);
  await field.press('Enter');
  await page.waitForSelector('[data-revision]');
  await page.waitForFunction(
    (table) => localStorage.getItem('bastide.seats')?.includes(table),
    new URL(link).pathname.slice(3),
  );
  noFaults(page);
}

export async function push({ chrome, server }) {
  const days = { kind: 'days', days: 3 };
  const seated = await make(server, {
    seats: [{ kind: 'me', name: 'Ann' }, { kind: 'open' }],
    clock: days,
    first: { kind: 'seat', seat: 0 },
  });
  const other = await join(server, seated.table, 'Ben');
  // To save data, the service worker loads nothing in advance, so that the test
  // sees only notifications.
  const page = await open(chrome, `${server.url}/about`, {
    seat: { ...seated, since: 1 },
    serviceWorkers: 'allow',
    savesData: true,
  });
  await page.context().addInitScript(standIn);
  await page.goto(`${server.url}/t/${seated.table}`);
  await page.waitForSelector('[data-revision]');
  assert(await isTurnOf(page), 'Ann begins');
  await page.waitForLoadState('networkidle');
  assert((await page.locator('[data-push=offer]').count()) === 0, 'nothing is offered before the first turn');
  await playTurn(page, dice(2));
  await page.waitForSelector('[data-push=offer]');
  assert((await page.evaluate(() => globalThis.asked)) === 0, 'the permission is asked for by a click only');
  for (const [width, viewport] of [
    ['narrow', NARROW],
    ['wide', WIDE],
  ]) {
    await page.setViewportSize(viewport);
    await settle(page);
    await shoot(page, `push/offer-${width}`);
    for (const check of [axe, noBareKeys]) await check(page, `push/offer-${width}`);
  }

  await page.context().grantPermissions(['notifications'], { origin: server.url });
  const subscribed = page.waitForResponse(
    (answer) => answer.url().endsWith('/push') && answer.request().method() === 'POST',
  );
  await page.click('[data-push=offer] .button.primary');
  assert((await subscribed).status() === 201, 'the server takes the subscription');
  await page.waitForSelector('[data-push=on]');
  assert((await page.evaluate(() => globalThis.asked)) === 1, 'asked once');
  await page.click('[data-push=on] button');
  await panel(page);
  await page.waitForSelector('[data-push-switch=on] input:checked', { state: 'attached' });
  await settle(page);
  await shoot(page, 'push/switch');
  await axe(page, 'push/switch');

  await notices(page, server, seated.table);

  // Back at the table it is still on; switched off, the server deletes the
  // subscription.
  await page.goto(`${server.url}/t/${seated.table}`);
  await page.waitForSelector('[data-revision]');
  assert((await page.locator('[data-push=offer]').count()) === 0, 'not offered again');
  await panel(page);
  await page.waitForSelector('[data-push-switch=on]');
  const forgotten = page.waitForResponse((answer) => answer.url().endsWith('/push/forget'));
  await page.click('[data-push-switch=on] label');
  const answer = await forgotten;
  assert(answer.ok() && (await answer.json()).subscriptions === 0, 'forgotten');
  await page.waitForSelector('[data-push-switch=off]');
  await page.getByRole('button', { name: 'Continue on another device' }).click();
  await installed(chrome, server, await page.locator('.drawer input[readonly]').inputValue());

  // A browser without push support says so in the reader's language.
  const plain = await open(chrome, `${server.url}/about`, { seat: { ...other, since: 1 }, locale: 'uk' });
  await plain.context().addInitScript(() => {
    delete globalThis.PushManager;
  });
  await plain.goto(`${server.url}/t/${seated.table}`);
  await plain.waitForSelector('[data-revision]');
  await panel(plain, 'Меню');
  await plain.waitForSelector('[data-push-switch=unsupported] input:disabled', { state: 'attached' });
  assert((await plain.locator('[data-push-switch]').innerText()).includes('не підтримує'), 'it says so');
  await shoot(plain, 'push/unsupported');
  // On an iPhone the page can be installed instead.
  await plain.context().addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
  });
  await plain.reload();
  await plain.waitForSelector('[data-revision]');
  await panel(plain, 'Меню');
  await plain.waitForSelector('[data-push-switch=install] input:disabled', { state: 'attached' });
  assert((await plain.locator('[data-push-switch]').innerText()).includes('початковий екран'), 'it says how');

  // A permission denied by the browser is reported in the same place.
  const refused = await open(chrome, `${server.url}/about`, { seat: { ...other, since: 1 } });
  await refused.context().addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await refused.goto(`${server.url}/t/${seated.table}`);
  await refused.waitForSelector('[data-revision]');
  await panel(refused);
  await refused.waitForSelector('[data-push-switch=denied] input:disabled', { state: 'attached' });

  // Other tables have no switch.
  const live = await sitDown(chrome, server, await make(server, {}));
  await panel(live);
  await live.waitForLoadState('networkidle');
  assert((await live.locator('[data-push-switch]').count()) === 0, 'only in correspondence games');
  noFaults(page, plain, refused, live);
}
