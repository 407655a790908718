// SVG drawings of tiles and pieces, inserted into the page once as symbols that
// boards reference by name. The page contains one tile set at a time, and of it
// only the tiles in use: browsers create DOM nodes for everything a symbol
// contains, even if it is not visible.

import { drawing, Refusal } from './request';
import type { Shade } from './prefs.svelte';

type Part = 'tiles' | 'pieces';

class Art {
  /** Paths of the sprites in the page, so that boards can wait for them. */
  ready = $state.raw<Readonly<Record<Part, string>>>({ tiles: '', pieces: '' });
  readonly #texts = new Map<string, Promise<string>>();
  readonly #wanted: Record<Part, string> = { tiles: '', pieces: '' };
  /** Tile symbols that are not in the page yet. */
  #stock = new Map<string, Element>();

  /** Inserts the tiles of a set and the pieces into the page. */
  show(set: string, shade: Shade): void {
    void this.#put('tiles', `/art/${set}.svg?theme=${shade}`);
    this.showPieces(shade);
  }

  /** Inserts the pieces into the page. */
  showPieces(shade: Shade): void {
    void this.#put('pieces', `/art/pieces.svg?theme=${shade}`);
  }

  /** Inserts the given tiles into the page, each with the symbol of its
   * upright drawings. Inside an effect it runs again when the set or the
   * shade changes. */
  need(symbols: Iterable<string>): void {
    if (this.ready.tiles === '') return;
    const sprite = holder('tiles').firstElementChild;
    for (const name of [...symbols].flatMap((symbol) => [symbol, `${symbol}u`])) {
      const drawn = this.#stock.get(name);
      if (drawn === undefined) continue;
      this.#stock.delete(name);
      sprite?.append(drawn);
    }
  }

  /** Returns a drawing as text; fetched once and cached. */
  text(path: string): Promise<string> {
    const known = this.#texts.get(path);
    if (known) return known;
    const coming = drawing(path).catch((caught: unknown) => drawHere(path, caught));
    this.#texts.set(path, coming);
    // Do not cache a failure: a later request may succeed.
    coming.catch(() => this.#texts.delete(path));
    return coming;
  }

  /** Returns the contents of the backdrop drawn below the tiles of a board, by
   * its name, such as `stronghold`. */
  async backdrop(name: string, shade: Shade): Promise<string> {
    const text = await this.text(`/art/backdrop/${name}.svg?theme=${shade}`);
    return text.replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  }

  async #put(part: Part, path: string): Promise<void> {
    if (this.#wanted[part] === path) return;
    this.#wanted[part] = path;
    try {
      const text = await this.text(path);
      if (this.#wanted[part] !== path) return;
      const { sprite, tiles } = read(text);
      if (part === 'tiles') this.#stock = tiles;
      holder(part).replaceChildren(sprite);
      this.ready = { ...this.ready, [part]: path };
    } catch {
      if (this.#wanted[part] === path) this.#wanted[part] = '';
    }
  }
}

/** Draws on this device if the server cannot be reached; otherwise rejects with
 * the reason. */
async function drawHere(path: string, reason: unknown): Promise<string> {
  if (!(reason instanceof Refusal && reason.code === 'offline')) throw reason;
  const { drawn } = await import('../local/art');
  return drawn(path);
}

/** Splits a sprite into the sprite without its tiles, and the tiles by name. */
function read(text: string): { sprite: Element; tiles: Map<string, Element> } {
  const sprite = document.adoptNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement);
  const tiles = new Map<string, Element>();
  for (const symbol of [...sprite.children]) {
    if (!/-[0-3]u?$/.test(symbol.id)) continue;
    symbol.remove();
    tiles.set(symbol.id, symbol);
  }
  return { sprite, tiles };
}

/** Returns the container of a sprite. It has no size; in a hidden element
 * patterns would not be rendered. */
function holder(part: Part): HTMLElement {
  const id = `art-${part}`;
  const known = document.getElementById(id);
  if (known) return known;
  const made = document.createElement('div');
  made.id = id;
  made.setAttribute('aria-hidden', 'true');
  made.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  document.body.append(made);
  return made;
}

export const art = new Art();
