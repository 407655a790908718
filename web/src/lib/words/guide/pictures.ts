/**
 * The pictures of the guide. Each is a game as the server shows it at the end
 * of its record, which proves that the position is legal. Figures that its last
 * tile sends home may still be there.
 */
import { base } from './pictures/base';
import { options } from './pictures/options';
import { stronghold } from './pictures/stronghold';

export type { Picture } from './pictures/picture';

export const pictures = { ...base, ...options, ...stronghold };

export type PictureName = keyof typeof pictures;
