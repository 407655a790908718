// Notifications of the player's turns in correspondence games while the page is
// closed. One switch applies to all tables of this browser; loaded at such
// tables only.

import type { NewPush } from '../wire/wire';
import { forgetPush, pushKey, subscribePush } from './api';
import { language } from './i18n.svelte';
import { isRecord, store, readStored } from './storage';

/** State of notifications: `unavailable` if the server does not send any,
 * `install` if only an installed page can receive them, `failed` if the browser
 * could not subscribe. */
export type PushState = 'unavailable' | 'unsupported' | 'install' | 'denied' | 'failed' | 'off' | 'on';

interface Kept {
  isOn: boolean;
  /** True if the player has answered the offer. */
  isAnswered: boolean;
}

const read = (kept: unknown): Kept =>
  isRecord(kept)
    ? { isOn: kept.isOn === true, isAnswered: kept.isAnswered === true }
    : { isOn: false, isAnswered: false };

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns true on iPhones and iPads outside an installed page, where push
 * messages are not supported. Only these browsers have `standalone`; it is
 * false in a tab. */
const isInstallable = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** Decodes base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Returns true if a subscription was created for a server key. */
function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const made = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return made.length === key.length && made.every((byte, n) => byte === key[n]);
}

/** Converts a subscription to the server's format. */
export function described(subscription: PushSubscriptionJSON): NewPush {
  return {
    endpoint: subscription.endpoint ?? '',
    p256dh: subscription.keys?.p256dh ?? '',
    auth: subscription.keys?.auth ?? '',
    language: language(),
  };
}

class Push {
  /** `null` until the server has responded. */
  state = $state<PushState | null>(null);
  isBusy = $state(false);
  #stored = $state.raw(readStored('push', read));
  #key: string | null = null;

  /** True if notifications should be offered. */
  isOffered = $derived(this.state === 'off' && !this.#stored.isAnswered);

  /** Determines the state, and subscribes this table if notifications are on. */
  async check(table: string, token: string): Promise<void> {
    this.#key ??= (await pushKey()).key;
    if (this.#key === null) this.state = 'unavailable';
    else if (!isSupported()) this.state = isInstallable() ? 'install' : 'unsupported';
    else if (Notification.permission === 'denied') this.state = 'denied';
    else if (this.#stored.isOn && Notification.permission === 'granted') await this.#subscribe(table, token);
    else this.state = 'off';
  }

  /** Requests the permission and subscribes. Must be called from a click
   * handler. */
  async turnOn(table: string, token: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const permission = await Notification.requestPermission();
      this.answer();
      if (permission === 'granted') {
        this.#store({ isOn: true, isAnswered: true });
        await this.#subscribe(table, token);
      } else {
        this.state = permission === 'denied' ? 'denied' : 'off';
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** Removes the subscription on the server and at the push service. */
  async turnOff(table: string, token: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.#store({ isOn: false, isAnswered: true });
      const registration = await navigator.serviceWorker.getRegistration('/');
      const subscription = await registration?.pushManager.getSubscription();
      if (!subscription) return;
      const { endpoint } = subscription;
      // For other tables the server learns this from the push service.
      await subscription.unsubscribe();
      await forgetPush(table, token, { endpoint });
    } finally {
      this.state = 'off';
      this.isBusy = false;
    }
  }

  /** Records that the offer was answered; it is not shown again. */
  answer(): void {
    this.#store({ ...this.#stored, isAnswered: true });
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

  #store(kept: Kept): void {
    this.#stored = kept;
    store('push', kept);
  }
}

export const push = new Push();
