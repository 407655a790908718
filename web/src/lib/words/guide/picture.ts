import type { GameView, LandView } from '../../../wire/wire';

/** A picture of a guide: the game at the end of its record in the format of the
 * server. The record proves that the position is legal. Figures that the last
 * tile returns may still be shown. */
export interface Picture {
  /** The record of the game. */
  readonly record: string;
  /** The visible part in cells; the whole board if absent. */
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly game: GameView;
}

/** The visible part of a game: everything except the pieces that are not on
 * the board. */
type Visible = Omit<GameView, 'asked' | 'hands' | 'land'> & { land: Omit<LandView, 'supplies'> | null };

/** Creates a picture from the lines of a record. No decision is pending in it. */
export const picture = (record: readonly string[], game: Visible, crop?: Picture['crop']): Picture => ({
  record: `${record.join('\n')}\n`,
  game: { ...game, asked: null, hands: [], land: game.land && { ...game.land, supplies: [] } },
  ...(crop === undefined ? {} : { crop }),
});
