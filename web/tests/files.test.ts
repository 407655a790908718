// Files for use without a network.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CachedFiles, type BuildFile } from '../src/worker/files';

const SITE = 'https://games.example';

class FakeCache {
  readonly entries = new Map<string, Response>();
  #url = (key: string | Request): string => new URL(typeof key === 'string' ? key : key.url, SITE).href;
  keys = (): Promise<{ url: string }[]> => Promise.resolve([...this.entries.keys()].map((url) => ({ url })));
  match = (key: string | Request): Promise<Response | undefined> =>
    Promise.resolve(this.entries.get(this.#url(key))?.clone());
  put = (key: string | Request, value: Response): Promise<void> => {
    this.entries.set(this.#url(key), value);
    return Promise.resolve();
  };
  delete = (key: string | { url: string }): Promise<boolean> =>
    Promise.resolve(this.entries.delete(this.#url(typeof key === 'string' ? key : key.url)));
}
class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  open = (name: string): Promise<FakeCache> => {
    const cache = this.all.get(name) ?? new FakeCache();
    this.all.set(name, cache);
    return Promise.resolve(cache);
  };
  keys = (): Promise<string[]> => Promise.resolve([...this.all.keys()]);
  delete = (name: string): Promise<boolean> => Promise.resolve(this.all.delete(name));
}

const FILES: BuildFile[] = [
  ['/', 'aaa'],
  ['/assets/index-1.js', null],
  ['/assets/engine-1.wasm', null],
  ['/icon.svg', 'bbb'],
];
const PAGE = '<script src="/assets/index-1.js"></script>';

let caches: FakeCaches;
/** What the server has, or an error if it cannot be reached. */
let server: Map<string, string> | null;
let asked: string[];

beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  server = new Map([
    ['/', PAGE],
    ['/assets/index-1.js', 'script'],
    ['/assets/engine-1.wasm', 'engine'],
    ['/icon.svg', 'icon'],
    ['/art/base.svg', 'tiles'],
  ]);
  vi.stubGlobal('fetch', (input: string | Request) => {
    const path = new URL(typeof input === 'string' ? input : input.url, SITE).pathname;
    asked.push(path);
    if (server === null) return Promise.reject(new TypeError('no network'));
    const text = server.get(path) ?? (path.startsWith('/t/') ? server.get('/') : undefined);
    return Promise.resolve(text === undefined ? new Response('', { status: 404 }) : new Response(text));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const filesWith = (list = FILES): CachedFiles => new CachedFiles(list, caches as unknown as CacheStorage, SITE);
const request = (path: string, mode = 'cors', method = 'GET'): Request =>
  ({ url: `${SITE}${path}`, mode, method }) as Request;
const text = async (answer: Promise<Response> | null): Promise<string | null> =>
  answer === null ? null : (await answer).text();

describe('the files of the page', () => {
  it('are all there without a network, for every page', async () => {
    const files = filesWith();
    await files.fill();
    server = null;
    expect(await text(files.respond(request('/assets/index-1.js')))).toBe('script');
    expect(await text(files.respond(request('/assets/engine-1.wasm')))).toBe('engine');
    expect(await text(files.respond(request('/icon.svg')))).toBe('icon');
    for (const path of ['/', '/new', '/t/local-abc', '/guide/river'])
      expect(await text(files.respond(request(path, 'navigate')))).toBe(PAGE);
  });

  it('are loaded once, and the rest after an interruption', async () => {
    const files = filesWith();
    server?.delete('/assets/engine-1.wasm');
    await expect(files.fill()).rejects.toThrow('404');
    asked = [];
    server?.set('/assets/engine-1.wasm', 'engine');
    await Promise.all([files.fill(), files.fill()]);
    expect(asked).toEqual(['/assets/engine-1.wasm']);
    asked = [];
    await files.fill();
    expect(asked).toEqual([]);
    // Hashed files come from the cache although there is a network.
    await files.respond(request('/assets/index-1.js'));
    expect(asked).toEqual([]);
  });

  it('are replaced by those of a new build', async () => {
    await filesWith().fill();
    await caches.open('bastide-v0');
    await caches.open('other');
    const next = filesWith([
      ['/', 'ccc'],
      ['/assets/index-2.js', null],
      ['/assets/engine-1.wasm', null],
      ['/icon.svg', 'ddd'],
    ]);
    server?.set('/assets/index-2.js', 'new script').set('/', '<script src="/assets/index-2.js"></script>');
    asked = [];
    await next.fill();
    expect(asked.sort()).toEqual(['/', '/assets/index-2.js', '/icon.svg']);
    await next.prune();
    expect([...caches.all.keys()]).toEqual(['bastide-files', 'other']);
    expect([...(caches.all.get('bastide-files')?.entries.keys() ?? [])].sort()).toEqual(
      ['/?v=ccc', '/assets/engine-1.wasm', '/assets/index-2.js', '/icon.svg?v=ddd'].map((path) => SITE + path),
    );
  });

  it('never contain a page whose scripts are missing', async () => {
    const files = filesWith();
    server?.set('/', '<script src="/assets/index-9.js"></script>');
    await files.fill();
    server = null;
    const answer = await files.respond(request('/', 'navigate'));
    expect(answer?.status).toBe(503);
    expect(await answer?.text()).toContain('No connection');
  });

  it('do not hide what the server has', async () => {
    const files = filesWith();
    await files.fill();
    server?.set('/', 'a newer page');
    expect(await text(files.respond(request('/', 'navigate')))).toBe('a newer page');
    // A request of a script for the page sees the server's.
    expect(files.respond(request('/'))).toBeNull();
    for (const path of ['/api', '/api/tables', '/ws', '/sw.js', '/assets/unknown.js'])
      expect(files.respond(request(path))).toBeNull();
    expect(files.respond(request('/api/tables/abc/record', 'navigate'))).toBeNull();
    expect(files.respond(request('/', 'navigate', 'POST'))).toBeNull();
    expect(files.respond({ url: 'https://elsewhere.example/', mode: 'cors', method: 'GET' } as Request)).toBeNull();
  });

  it('stand in for a server that is slow or down', async () => {
    const files = filesWith();
    await files.fill();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('bad gateway', { status: 502 })));
    expect(await text(files.respond(request('/t/abc', 'navigate')))).toBe(PAGE);
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const slow = text(files.respond(request('/t/abc', 'navigate')));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await slow).toBe(PAGE);
  });

  it('say when they fail', async () => {
    const files = filesWith();
    server = null;
    await expect(files.respond(request('/assets/index-1.js'))).rejects.toThrow('no network');
    await expect(files.respond(request('/art/base.svg?theme=dark'))).rejects.toThrow('no network');
  });
});

describe('drawings', () => {
  it('are those of the server, or the last ones seen', async () => {
    const files = filesWith();
    const path = '/art/base.svg?theme=dark';
    expect(await text(files.respond(request(path)))).toBe('tiles');
    server?.set('/art/base.svg', 'new tiles');
    expect(await text(files.respond(request(path)))).toBe('new tiles');
    server = null;
    expect(await text(files.respond(request(path)))).toBe('new tiles');
  });

  it('do not fill the disk', async () => {
    const files = filesWith();
    for (let n = 0; n < 70; n += 1) {
      server?.set(`/art/backdrop/${String(n)}.svg`, 'wall');
      await files.respond(request(`/art/backdrop/${String(n)}.svg`));
    }
    expect(caches.all.get('bastide-art')?.entries.size).toBe(60);
  });
});
