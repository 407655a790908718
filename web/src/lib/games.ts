// Names of the games and expansions that the server has.

import { GAMES, type BaseName, type ExpansionName, type GameKind } from '../wire/wire';

/** The name of a game or an expansion, each of which has a guide. */
export type GuideName = BaseName | 'stronghold' | ExpansionName;

const nameOf = ({ base }: GameKind): GuideName => base ?? 'stronghold';

/** Names of the games: their base or family. */
export const GAME_NAMES: readonly GuideName[] = GAMES.map(nameOf);

/** Returns the expansions of a game, as the server describes them. */
export const expansionsOf = ({ expansions }: GameKind): GameKind['expansions'] => expansions;
const namesIn = (game: GameKind): ExpansionName[] => expansionsOf(game).map(({ name }) => name);

/** Expansions of all games, in the order they are shown. */
export const EXPANSIONS: readonly ExpansionName[] = [...new Set(GAMES.flatMap(namesIn))];

/** Games and their expansions, in the order they are shown. */
export const GUIDES: readonly GuideName[] = [...new Set(GAMES.flatMap((game) => [nameOf(game), ...namesIn(game)]))];
