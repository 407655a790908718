import type { GameView } from '../../../../wire/wire';

export interface Picture {
  /** The game it comes from. */
  readonly record: string;
  /** What is to be seen of it, in cells; the whole board if there is none. */
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly game: GameView;
}

/** A picture of a record, by its lines. Nobody is asked anything in it. */
export const picture = (record: readonly string[], game: Omit<GameView, 'asked'>, crop?: Picture['crop']): Picture =>
  ({ record: `${record.join('\n')}\n`, game: { ...game, asked: null }, ...(crop === undefined ? {} : { crop }) });
