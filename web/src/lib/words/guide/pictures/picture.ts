import type { GameView } from '../../../../wire/wire';

export interface Picture {
  /** The record of the game. */
  readonly record: string;
  /** The visible part in cells; the whole board if absent. */
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly game: GameView;
}

/** Creates a picture from the lines of a record. No decision is pending in it. */
export const picture = (record: readonly string[], game: Omit<GameView, 'asked'>, crop?: Picture['crop']): Picture =>
  ({ record: `${record.join('\n')}\n`, game: { ...game, asked: null }, ...(crop === undefined ? {} : { crop }) });
