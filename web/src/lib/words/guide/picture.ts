import type { GameView, LaidView, LandView } from '../../../wire/wire';

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

/** Values that may be absent in a picture instead of `null`. */
const NO_PIECES = { bridge: null } satisfies Partial<LaidView>;
const NO_STATE = { supplies: [] } satisfies Partial<LandView>;
type Without<T, Absent> = Omit<T, keyof Absent> & Partial<Pick<T, keyof Absent & keyof T>>;

/** The visible part of a game: everything except the pieces that are not on
 * the board. */
type Visible = Omit<GameView, 'asked' | 'hands' | 'land' | 'laid'> & {
  laid: readonly Without<LaidView, typeof NO_PIECES>[];
  land: Without<LandView, typeof NO_STATE> | null;
};

/** Creates a picture from the lines of a record. No decision is pending in it. */
export const picture = (record: readonly string[], game: Visible, crop?: Picture['crop']): Picture => ({
  record: `${record.join('\n')}\n`,
  game: {
    ...game,
    asked: null,
    hands: [],
    laid: game.laid.map((tile) => ({ ...NO_PIECES, ...tile })),
    land: game.land && { ...NO_STATE, ...game.land },
  },
  ...(crop === undefined ? {} : { crop }),
});
