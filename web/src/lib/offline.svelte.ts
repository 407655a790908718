// The service worker, which keeps the files of the page for use without a network.

import { whenIdle } from './idle';
import { router, type Route } from './router.svelte';
import { readStored, store } from './storage';
import { entry, update } from './update.svelte';

/** Interval of checks for a new build while a tab stays open, in milliseconds. */
const CHECK_EVERY = 3_600_000;

/** Interval of attempts to replace the worker of an earlier build, in
 * milliseconds. */
const REPLACE_EVERY = 15_000;

/** Pages that are often seen once and never again. */
const PASSING: readonly Route['page'][] = ['front', 'about', 'not_found'];

/** Registers the service worker in idle time, unless the user wants to save data.
 * On a first visit it waits until a page with more than an introduction is
 * opened. */
export async function prepareOffline(): Promise<void> {
  // Pages without HTTPS have no service workers, and `npm run dev` has no build.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const isFirstVisit = readStored('visited', (kept) => kept !== true);
  store('visited', true);
  if (isFirstVisit) await leavePassing();
  whenIdle(register);
}

/** Waits until another page than those is shown. */
async function leavePassing(): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    stop = $effect.root(() => {
      $effect(() => {
        if (!PASSING.includes(router.route.page)) resolve();
      });
    });
  });
  stop();
}

/** Registers the service worker and lets it load all files of this build. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  const look = (): void => {
    // Not for the first worker of this browser.
    if (navigator.serviceWorker.controller !== null) void update.check();
  };
  const tell = (worker: ServiceWorker): void => worker.postMessage({ precache: entry() });
  /** Waits for a worker that is being installed. */
  const follow = (): void => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell(installing);
    });
  };
  registration.addEventListener('updatefound', () => {
    look();
    follow();
  });
  // The browser may have found a new worker before.
  if (registration.installing !== null || registration.waiting !== null) look();
  follow();
  let checked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < CHECK_EVERY) return;
    checked = Date.now();
    void registration.update().catch(() => undefined);
  });
  const { active } = await navigator.serviceWorker.ready;
  if (registration.waiting === null && active !== null) tell(active);
  // A new worker does not replace the old one while another tab needs it, which
  // includes a tab that is just being closed.
  const replace = (): void => {
    if (registration.waiting !== null) tell(registration.waiting);
  };
  replace();
  setInterval(replace, REPLACE_EVERY);
}
