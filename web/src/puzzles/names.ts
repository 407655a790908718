// Names of the games and themes of puzzles.

import type { PuzzleLine } from '../wire/wire';
import { t, tOrGeneral } from '../lib/i18n.svelte';
import { THEMES } from './choice';

/** Returns the name of a game of puzzles; some have that of a preset. */
export const gameWords = (game: string): string =>
  tOrGeneral(`puzzles.game.${game}`, null) || tOrGeneral(`preset.${game}.name`, null);

/** Returns the names of the themes of a puzzle. */
export const themeWords = ({ themes }: PuzzleLine): string =>
  THEMES.filter((theme) => themes.includes(theme))
    .map((theme) => t(`puzzles.theme.${theme}`))
    .join(', ');
