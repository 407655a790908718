// The backdrop below the tiles of a picture.

import { backdropName } from '../board/fixtures';
import { art } from '../lib/art.svelte';
import type { Shade } from '../lib/prefs.svelte';
import type { GameView } from '../wire/wire';

/** Returns the backdrop of a game as SVG; empty if it has none. */
export async function backdropOf(game: GameView, shade: Shade): Promise<string> {
  const name = backdropName(game);
  return name === null ? '' : art.backdrop(name, shade);
}
