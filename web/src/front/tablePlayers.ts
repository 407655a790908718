// The players of a table in a list.

import type { TableLine } from '../wire/wire';
import { botTag, colourName, whoName } from '../lib/words';

/** A player with the level of a bot; `null` for people. */
export interface ListedPlayer {
  name: string;
  tag: string | null;
}

/** Returns the players of a table, without free seats. */
export const playersOf = ({ seats, colours }: Pick<TableLine, 'seats' | 'colours'>): ListedPlayer[] =>
  seats.flatMap((who, seat) =>
    who.kind === 'nobody'
      ? []
      : [
          {
            name: whoName(who, seat, colourName(colours[seat] ?? 'red')),
            tag: who.kind === 'bot' ? botTag(who.level) : null,
          },
        ],
  );
