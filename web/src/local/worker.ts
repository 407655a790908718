// The worker that hosts the engine and stores the games of this device.

import { randomHex } from '../lib/random';
import { Refusal } from '../lib/request';
import { CHANNEL, type Arguments, type Call, type News, type Reply } from './calls';
import { compile, instantiate } from './engine';
import { Host } from './host';
import { problemOf } from './hostedTable';
import { Store } from './store';

/** Time after which the storage is considered unavailable, in milliseconds. */
const STORAGE_PATIENCE = 6_000;

/** Returns the storage, or `null` if the browser denies it. */
async function openStore(): Promise<Store | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), STORAGE_PATIENCE);
  });
  return Promise.race([late, Promise.resolve().then(() => Store.open())]).catch(() => null);
}

/** Requests the lock of a table; the tab that holds it runs the bots. Without
 * locks every tab runs them, and the storage decides which one is first. */
function lead(table: string, begin: () => void): () => void {
  if (!('locks' in navigator)) {
    begin();
    return () => undefined;
  }
  const giveUp = new AbortController();
  let release = (): void => giveUp.abort();
  void navigator.locks
    .request(`bastide-${table}`, { signal: giveUp.signal }, async () => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      begin();
      await held;
    })
    .catch(() => undefined);
  return () => release();
}

const post = (reply: Reply): void => postMessage(reply);

async function start({ engine, unsaved }: Arguments['start']): Promise<Host> {
  const [module, store] = await Promise.all([compile(engine), openStore()]);
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null;
  const host = new Host(
    {
      store,
      newEngine: () => instantiate(module),
      loadArt: async (url) => {
        const art = await compile(url);
        return () => instantiate(art);
      },
      now: () => Date.now(),
      entropy: () => randomHex(64),
      tell: (event) => post({ kind: 'event', event }),
      broadcast: (news) => channel?.postMessage(news),
      lead,
    },
    unsaved,
  );
  if (channel !== null) channel.onmessage = ({ data }: MessageEvent<News>) => void host.hear(data);
  return host;
}

let host: Promise<Host> | null = null;

async function handle(call: Call): Promise<void> {
  try {
    if (call.call === 'start')
      host ??= start(call.with).catch((caught: unknown) => {
        throw new Refusal({ code: 'local/no_engine', message: String(caught) });
      });
    if (host === null) throw new Error('the engine was not started');
    post({ kind: 'result', n: call.n, result: await (await host).handle(call) });
  } catch (caught) {
    post({ kind: 'problem', n: call.n, problem: problemOf(caught) });
  }
}

addEventListener('message', ({ data }: MessageEvent<Call>) => void handle(data));
