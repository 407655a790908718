// What lies below the tiles where there is no table to ask for it. The files
// are the server's own drawings: `/art/backdrop/TABLE.svg?theme=…`.

import type { GameView } from '../wire/wire';
import { art, unlettered } from '../lib/art.svelte';
import type { Shade } from '../lib/prefs.svelte';

const FILES = import.meta.glob<string>('./backdrops/*.svg', { query: '?url', import: 'default' });

/** The wall, or the block of the wheel; nothing in other games. */
export async function backdropOf(game: GameView, shade: Shade): Promise<string> {
  const name = game.family === 'stronghold' ? 'stronghold' : game.land?.pig ? 'wheel' : null;
  const file = name === null ? undefined : FILES[`./backdrops/${name}-${shade}.svg`];
  if (file === undefined) return '';
  const text = await art.text(await file());
  return unlettered(text).replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
}
