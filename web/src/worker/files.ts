// Files of the build in the browser's cache, so that the page works without a
// network: hashed files from the cache, pages and drawings from the network first.

/** A file of the build: its path, and its version unless the path contains it. */
export type BuildFile = readonly [path: string, version: string | null];

/** Files of all builds; activation removes those of other builds. */
const FILES = 'bastide-files';
/** Drawings of the server, as they were last seen. */
const DRAWINGS = 'bastide-art';
/** Maximum number of drawings in the cache. */
const MOST_DRAWINGS = 60;
/** Number of files that are loaded at the same time. */
const HANDS = 3;
/** Time to wait for a page before the one in the cache is used, in
 * milliseconds. */
const PATIENCE = 5_000;

/** Shown if a page is requested without a network and nothing is cached. */
const NOTHING = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bastide</title><p>Немає зв’язку · Нет связи · No connection`;

export class CachedFiles {
  /** Keys in the cache by path. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #caches: CacheStorage;
  readonly #origin: string;
  #filling: Promise<void> | null = null;

  constructor(files: readonly BuildFile[], caches: CacheStorage, origin: string) {
    this.#keys = new Map(files.map(([path, version]) => [path, version === null ? path : `${path}?v=${version}`]));
    this.#caches = caches;
    this.#origin = origin;
  }

  /** Returns true if the build contains a file. */
  has(path: string): boolean {
    return this.#keys.has(path);
  }

  /** Returns the response to a request, or `null` if the browser should handle
   * it. A response that fails is reported to the page like a lost connection. */
  respond(request: Request): Promise<Response> | null {
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== this.#origin) return null;
    if (/^\/(?:api|ws)(?:\/|$)/.test(pathname)) return null;
    if (pathname.startsWith('/art/')) return this.#drawing(request);
    // The script of this worker has to come from the network.
    if (pathname === '/sw.js') return null;
    if (pathname !== '/' && this.has(pathname)) return this.#file(request, pathname);
    return request.mode === 'navigate' ? this.#page(request) : null;
  }

  /** Loads the files that are not in the cache yet. Stops at the first one that
   * cannot be loaded; the next call goes on from there. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
    return this.#filling;
  }

  /** Removes the files of other builds, and caches of earlier versions. */
  async prune(): Promise<void> {
    for (const name of await this.#caches.keys())
      if (name.startsWith('bastide-') && name !== FILES && name !== DRAWINGS) await this.#caches.delete(name);
    const cache = await this.#caches.open(FILES);
    const wanted = new Set(this.#keys.values());
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      if (!wanted.has(pathname + search)) await cache.delete(pathname + search);
    }
  }

  async #fill(): Promise<void> {
    const cache = await this.#caches.open(FILES);
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search));
    const missing = [...this.#keys].filter(([, key]) => !stored.has(key));
    const next = async (): Promise<void> => {
      for (let file = missing.shift(); file !== undefined; file = missing.shift()) {
        const [path, key] = file;
        // Only hashed files are the same in every build.
        const answer = await fetch(path, { cache: path === key ? 'default' : 'no-cache', priority: 'low' });
        if (!answer.ok) throw new Error(`${path}: status ${String(answer.status)}`);
        if (path !== '/' || (await this.#isOwnPage(answer.clone()))) await cache.put(key, answer);
      }
    };
    await Promise.all(Array.from({ length: HANDS }, next));
  }

  /** Returns true if a page belongs to this build. The server may have a newer
   * one, whose files are not in this cache. */
  async #isOwnPage(page: Response): Promise<boolean> {
    const text = await page.text();
    return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].every(([, path]) => this.has(path ?? ''));
  }

  async #file(request: Request, path: string): Promise<Response> {
    const key = this.#keys.get(path) ?? path;
    const cache = await this.#caches.open(FILES);
    const cached = await cache.match(key);
    if (cached !== undefined) return cached;
    const answer = await fetch(request);
    // Files without a hash may already be those of a newer build.
    if (answer.ok && key === path) await cache.put(key, answer.clone());
    return answer;
  }

  async #page(request: Request): Promise<Response> {
    const cache = await this.#caches.open(FILES);
    const cached = await cache.match(this.#keys.get('/') ?? '/');
    const coming = fetch(request);
    if (cached === undefined)
      return coming.catch(
        () => new Response(NOTHING, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }),
      );
    try {
      const answer = await Promise.race([coming, late()]);
      // A proxy answers in place of a server that does not run.
      return answer.status >= 500 ? cached : answer;
    } catch {
      // The other attempt may fail as well.
      coming.catch(() => undefined);
      return cached;
    }
  }

  async #drawing(request: Request): Promise<Response> {
    const cache = await this.#caches.open(DRAWINGS);
    try {
      const answer = await fetch(request);
      if (answer.ok) {
        await cache.put(request, answer.clone());
        const [oldest, ...others] = await cache.keys();
        if (oldest !== undefined && others.length >= MOST_DRAWINGS) await cache.delete(oldest);
      }
      return answer;
    } catch (caught) {
      const cached = await cache.match(request);
      if (cached !== undefined) return cached;
      throw caught;
    }
  }
}

const late = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the server does not answer')), PATIENCE);
  });
