// Drawings of tiles and pieces. They go into the page once, as symbols that
// boards use by name; only one set of tiles is there at a time.

import { drawing } from './api';
import type { Shade } from './prefs.svelte';

type Part = 'tiles' | 'pieces';

class Art {
  /** What is in the page, so that boards can wait for it. */
  ready = $state.raw<Readonly<Record<Part, string>>>({ tiles: '', pieces: '' });
  readonly #texts = new Map<string, Promise<string>>();
  readonly #wanted: Record<Part, string> = { tiles: '', pieces: '' };

  /** Puts the tiles of a set and the pieces into the page. */
  show(set: string, shade: Shade): void {
    void this.#put('tiles', `/art/${set}.svg?theme=${shade}`);
    this.showPieces(shade);
  }

  /** Puts the pieces into the page. */
  showPieces(shade: Shade): void {
    void this.#put('pieces', `/art/pieces.svg?theme=${shade}`);
  }

  /** A drawing as text, fetched once. */
  text(path: string): Promise<string> {
    const known = this.#texts.get(path);
    if (known) return known;
    const coming = drawing(path);
    this.#texts.set(path, coming);
    // Not there now need not mean never.
    coming.catch(() => this.#texts.delete(path));
    return coming;
  }

  /** What lies below the tiles of a table, to be put into a drawing. */
  async backdrop(table: string, shade: Shade): Promise<string> {
    const text = await this.text(`/art/backdrop/${table}.svg?theme=${shade}`);
    return unlettered(text).replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  }

  async #put(part: Part, path: string): Promise<void> {
    if (this.#wanted[part] === path) return;
    this.#wanted[part] = path;
    try {
      const text = await this.text(path);
      if (this.#wanted[part] !== path) return;
      holder(part).innerHTML = unlettered(text);
      this.ready = { ...this.ready, [part]: path };
    } catch {
      if (this.#wanted[part] === path) this.#wanted[part] = '';
    }
  }
}

/** The names that are painted on the wheel are English; a page writes them in
 * the language that is spoken. */
export function unlettered(text: string): string {
  const painted = /<g transform='translate\(200 200\)rotate\(\d+\)'><g transform='[^']*'><path [^>]*\/><\/g><\/g>/g;
  return text.replace(painted, '');
}

/** An element without size: hidden ones lose their patterns. */
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
