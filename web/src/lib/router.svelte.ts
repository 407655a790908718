// Client-side routing. The server sends the same HTML page for all paths.

/** Pages with an optional name after their own. */
const NAMED = ['guide', 'learn', 'puzzles', 'daily', 'duplicate', 'engines'] as const;
type NamedPage = (typeof NAMED)[number];

/** A page, parsed from its path. */
export type Route =
  | { page: 'front' }
  | { page: 'new' }
  | { page: 'open' }
  | { page: 'analysis' }
  | { page: 'embed'; id: string | null }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: NamedPage; name: string | null }
  | { page: 'about' }
  | { page: 'not_found' };

/** Parses a path. */
export function readPath(path: string): Route {
  const [first, second, third, ...rest] = path.split('/').filter((part) => part !== '');
  if (rest.length > 0) return { page: 'not_found' };
  if (first === undefined) return { page: 'front' };
  if (first === 't' && second !== undefined) {
    if (third === undefined) return { page: 'table', id: second };
    return third === 'replay' ? { page: 'replay', id: second } : { page: 'not_found' };
  }
  if (third !== undefined) return { page: 'not_found' };
  if (first === 'embed') return { page: 'embed', id: second ?? null };
  const named = NAMED.find((page) => page === first);
  if (named) return { page: named, name: second ?? null };
  if (second !== undefined) return { page: 'not_found' };
  if (first === 'new' || first === 'open' || first === 'analysis') return { page: first };
  return first === 'about' ? { page: 'about' } : { page: 'not_found' };
}

class Router {
  route = $state.raw<Route>(readPath(location.pathname));
  /** The query string, for pages that keep their state in it. */
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
  }

  /** Navigates to a page of this site. */
  go(path: string): void {
    history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
    // Screen readers announce the new page when its main element gets the
    // focus.
    queueMicrotask(() => document.querySelector<HTMLElement>('main')?.focus());
  }

  /** Navigates without adding a history entry. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.#read();
  }

  #read(): void {
    this.route = readPath(location.pathname);
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** Handles clicks on internal links without a page load. */
export function watchLinks(page: Document): void {
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || readPath(link.pathname).page === 'not_found') return;
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
  });
}
