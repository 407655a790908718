// The service worker: keeps the files of the page for use without a network, shows
// a notification when a push message arrives, and opens the table on a click.

import { CachedFiles, type BuildFile } from './files';
import { noticeOf } from './notice';

// The TypeScript library of service workers conflicts with that of pages, so
// the types used here are declared.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushMessage extends Extendable {
  readonly data: { json(): unknown } | null;
}
interface PageMessage extends Extendable {
  readonly data: unknown;
}
interface FetchRequest extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Click extends Extendable {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
declare const self: {
  /** The files of the build, which `scripts/precache.mjs` writes in front of this
   * script. */
  readonly FILES?: readonly BuildFile[];
  readonly caches: CacheStorage;
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', hear: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', hear: (event: FetchRequest) => void): void;
  addEventListener(kind: 'message', hear: (event: PageMessage) => void): void;
  addEventListener(kind: 'push', hear: (event: PushMessage) => void): void;
  addEventListener(kind: 'notificationclick', hear: (event: Click) => void): void;
};

const windowsAt = async (path: string): Promise<readonly WindowClient[]> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => new URL(url).pathname === path,
  );

async function show(message: unknown): Promise<void> {
  const { title, body, lang, tag, path } = noticeOf(message);
  // The table is visible, so the player sees the turn there.
  if ((await windowsAt(path)).some((window) => window.visibilityState === 'visible')) return;
  // Most platforms do not accept SVG in notifications; Android shows the shape
  // of the badge in its status bar.
  const pictures = { icon: '/icon-192.png', badge: '/badge.png' };
  const options: NotificationOptions & { renotify: boolean } = {
    ...pictures,
    body,
    lang,
    tag,
    renotify: true,
    data: { path },
  };
  await self.registration.showNotification(title, options);
}

async function open(path: string): Promise<void> {
  const [window] = await windowsAt(path);
  await (window === undefined ? self.clients.openWindow(path) : window.focus());
}

function read(event: PushMessage): unknown {
  try {
    return event.data?.json();
  } catch {
    return null;
  }
}

const files = new CachedFiles(self.FILES ?? [], self.caches, self.location.origin);

/** Loads the files of this build, and replaces an older worker if no other tab
 * needs its files. */
async function prepare(message: unknown): Promise<void> {
  const entry = typeof message === 'object' && message !== null && 'precache' in message ? message.precache : null;
  if (typeof entry !== 'string') return;
  await files.fill();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1 && files.has(entry)) await self.skipWaiting();
}

// Nothing is loaded on installation: a page asks for it once it is idle.
self.addEventListener('install', (event) => event.waitUntil(Promise.resolve()));
self.addEventListener('activate', (event) => event.waitUntil(files.prune().then(() => self.clients.claim())));
self.addEventListener('message', (event) => event.waitUntil(prepare(event.data)));
self.addEventListener('fetch', (event) => {
  const answer = files.respond(event.request);
  if (answer !== null) event.respondWith(answer);
});
self.addEventListener('push', (event) => event.waitUntil(show(read(event))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null;
  event.waitUntil(open(typeof path === 'string' ? path : '/'));
});
