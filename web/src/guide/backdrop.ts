// The backdrop below the tiles of a picture: the wheel, or the wall with its
// track.

import { art } from '../lib/art.svelte';
import type { Shade } from '../lib/prefs.svelte';
import type { GameView } from '../wire/wire';

/** Returns the backdrop of a game as SVG; empty if it has none. */
export async function backdropOf(game: GameView, shade: Shade): Promise<string> {
  const name = game.family === 'stronghold' ? 'stronghold' : game.land?.pig ? 'wheel' : null;
  return name === null ? '' : art.backdrop(name, shade);
}
