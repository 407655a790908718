// The service worker: shows a notification when a push message arrives, and
// opens the table on a click. It does not cache pages or handle requests.

import { noticeOf } from './notice';

// The TypeScript library of service workers conflicts with that of pages, so
// the types used here are declared.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushMessage extends Extendable {
  readonly data: { json(): unknown } | null;
}
interface Click extends Extendable {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', hear: (event: Extendable) => void): void;
  addEventListener(kind: 'push', hear: (event: PushMessage) => void): void;
  addEventListener(kind: 'notificationclick', hear: (event: Click) => void): void;
}
const worker = self as unknown as Worker;

const windowsAt = async (path: string): Promise<readonly WindowClient[]> =>
  (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
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
  await worker.registration.showNotification(title, options);
}

async function open(path: string): Promise<void> {
  const [window] = await windowsAt(path);
  await (window === undefined ? worker.clients.openWindow(path) : window.focus());
}

function read(event: PushMessage): unknown {
  try {
    return event.data?.json();
  } catch {
    return null;
  }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(read(event))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(open(path));
});
