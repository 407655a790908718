// Notifications of one's turns in correspondence games, while the page is
// closed. One switch for all tables of this browser; loaded at such tables only.

import type { NewPush } from '../wire/wire';
import { forgetPush, pushKey, subscribePush } from './api';
import { language } from './i18n.svelte';
import { isRecord, keep, recall } from './keep';

/** How it stands: `unavailable` if the server sends nothing, `install` if only an
 * installed page can have notifications, `failed` if the browser could not
 * subscribe. */
export type PushState = 'unavailable' | 'unsupported' | 'install' | 'denied' | 'failed' | 'off' | 'on';

interface Kept {
  isOn: boolean;
  /** Whether the offer was answered. */
  isAnswered: boolean;
}

const read = (kept: unknown): Kept =>
  isRecord(kept) ? { isOn: kept['isOn'] === true, isAnswered: kept['isAnswered'] === true } : { isOn: false, isAnswered: false };

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this is an iPhone or iPad, where only pages on the Home Screen get push
 * messages; only these browsers know `standalone`, and it is false outside. */
const isInstallable = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** The bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether a subscription was made for a key of the server. */
function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const made = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return made.length === key.length && made.every((byte, n) => byte === key[n]);
}

/** The subscription as the server wants it. */
export function described(subscription: PushSubscriptionJSON): NewPush {
  return {
    endpoint: subscription.endpoint ?? '',
    p256dh: subscription.keys?.['p256dh'] ?? '',
    auth: subscription.keys?.['auth'] ?? '',
    language: language(),
  };
}

class Push {
  /** Unknown until the server was asked. */
  state = $state<PushState | null>(null);
  isBusy = $state(false);
  #kept = $state.raw(recall('push', read));
  #key: string | null = null;

  /** Whether there is still something to offer. */
  isOffered = $derived(this.state === 'off' && !this.#kept.isAnswered);

  /** Finds out how it stands, and subscribes this table if it is on. */
  async look(table: string, token: string): Promise<void> {
    this.#key ??= (await pushKey()).key;
    if (this.#key === null) this.state = 'unavailable';
    else if (!isSupported()) this.state = isInstallable() ? 'install' : 'unsupported';
    else if (Notification.permission === 'denied') this.state = 'denied';
    else if (this.#kept.isOn && Notification.permission === 'granted') await this.#subscribe(table, token);
    else this.state = 'off';
  }

  /** Asks for the permission, and subscribes. To be called by a click. */
  async turnOn(table: string, token: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const permission = await Notification.requestPermission();
      this.answer();
      if (permission === 'granted') {
        this.#keep({ isOn: true, isAnswered: true });
        await this.#subscribe(table, token);
      } else {
        this.state = permission === 'denied' ? 'denied' : 'off';
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** Forgets this browser, here and at its push service. */
  async turnOff(table: string, token: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.#keep({ isOn: false, isAnswered: true });
      const registration = await navigator.serviceWorker.getRegistration('/');
      const subscription = await registration?.pushManager.getSubscription();
      if (!subscription) return;
      const { endpoint } = subscription;
      // Other tables learn it from the push service.
      await subscription.unsubscribe();
      await forgetPush(table, token, { endpoint });
    } finally {
      this.state = 'off';
      this.isBusy = false;
    }
  }

  /** The offer was answered, and is not made again. */
  answer(): void {
    this.#keep({ ...this.#kept, isAnswered: true });
  }

  async #subscribe(table: string, token: string): Promise<void> {
    const key = bytesOf(this.#key ?? '');
    let subscription: PushSubscription | null;
    try {
      await navigator.serviceWorker.register('/sw.js');
      const { pushManager } = await navigator.serviceWorker.ready;
      subscription = await pushManager.getSubscription();
      if (subscription !== null && !isFor(subscription, key)) {
        await subscription.unsubscribe();
        subscription = null;
      }
      subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    } catch {
      this.state = 'failed';
      return;
    }
    await subscribePush(table, token, described(subscription.toJSON()));
    this.state = 'on';
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    keep('push', kept);
  }
}

export const push = new Push();
