import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Stubs of the service worker APIs. */
const handlers = new Map<string, (event: unknown) => void>();
interface FakeWindow {
  url: string;
  visibilityState: string;
  focus: () => Promise<void>;
}
let windows: FakeWindow[] = [];
const shown = vi.fn(() => Promise.resolve());
const opened = vi.fn(() => Promise.resolve());
const worker = {
  location: new URL('https://games.example/sw.js'),
  caches: { keys: () => Promise.resolve([]) },
  registration: { showNotification: shown },
  clients: { matchAll: () => Promise.resolve(windows), openWindow: opened, claim: () => Promise.resolve() },
  skipWaiting: () => Promise.resolve(),
  addEventListener: (kind: string, hear: (event: unknown) => void) => handlers.set(kind, hear),
};

const table = 'abcdefghjkmn';
const at = (path: string, visibilityState = 'visible'): FakeWindow => ({
  url: `https://games.example${path}`,
  visibilityState,
  focus: vi.fn(() => Promise.resolve()),
});

/** Dispatches an event and waits for the work it started. */
async function fire(kind: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers.get(kind)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
  expect(work).toHaveLength(1);
  await Promise.all(work);
}
const message = (said: unknown): object => ({ data: { json: () => said } });
const click = (path: string): { notification: { close: () => void; data: object } } => ({
  notification: { close: vi.fn(), data: { path } },
});

describe('the service worker', () => {
  beforeAll(async () => {
    vi.stubGlobal('self', worker);
    await import('../src/worker/sw');
  });
  beforeEach(() => {
    windows = [];
    shown.mockClear();
    opened.mockClear();
  });

  it('shows whose turn it is', async () => {
    windows = [at('/'), at(`/t/${table}`, 'hidden')];
    await fire('push', message({ table, revision: 1, names: ['Ann'], language: 'en' }));
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      'Your turn',
      expect.objectContaining({
        body: 'At the table: Ann',
        tag: `turn-${table}`,
        renotify: true,
        data: { path: `/t/${table}` },
      }),
    );
  });

  it('is quiet while the table is looked at', async () => {
    windows = [at(`/t/${table}`)];
    await fire('push', message({ table, revision: 1, names: [], language: 'en' }));
    expect(shown).not.toHaveBeenCalled();
  });

  it('shows something for a message that cannot be read', async () => {
    await fire('push', { data: { json: () => JSON.parse('{') as unknown } });
    await fire('push', { data: null });
    expect(shown).toHaveBeenCalledTimes(2);
  });

  it('focuses the table if it is open, and opens it otherwise', async () => {
    const open = at(`/t/${table}`, 'hidden');
    windows = [at('/'), open];
    const first = click(`/t/${table}`);
    await fire('notificationclick', first);
    expect(first.notification.close).toHaveBeenCalled();
    expect(open.focus).toHaveBeenCalledOnce();
    expect(opened).not.toHaveBeenCalled();
    await fire('notificationclick', click('/t/another12345'));
    expect(opened).toHaveBeenCalledExactlyOnceWith('/t/another12345');
  });
});
