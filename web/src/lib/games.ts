// Names of the games and expansions that the server has.

import { GAMES } from '../wire/wire';

/** Names of the games: their base or family. */
export const GAME_NAMES: readonly string[] = GAMES.map(({ game, base }) => base ?? game);

/** Options of all games, in the order they are shown. */
export const OPTIONS: readonly string[] = [...new Set(GAMES.flatMap(({ options }) => options.map(({ name }) => name)))];

/** Games and their options, in the order they are shown. */
export const GUIDES: readonly string[] = [
  ...new Set(GAMES.flatMap(({ game, base, options }) => [base ?? game, ...options.map(({ name }) => name)])),
];
