/** The pictures of the guides. Each is the game at the end of its record in the
 * format of the server, which proves that the position is legal. Figures that
 * the last tile returns may still be shown. */
import { base } from './pictures/base';
import { options } from './pictures/options';
import { stronghold } from './pictures/stronghold';

export type { Picture } from './pictures/picture';

export const pictures = { ...base, ...options, ...stronghold };

export type PictureName = keyof typeof pictures;
