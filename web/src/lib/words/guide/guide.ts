/**
 * A short illustrated guide. Texts are per language; the pictures are shared
 * (`pictures.ts`), each a game as the server would show it.
 */
import type { PictureName } from './pictures';

/** The games and options that have a guide, in the order they are shown. */
export const GUIDES = ['base', 'fields', 'river', 'abbot', 'bridges', 'castles', 'barns', 'wheel', 'stronghold'] as const;
export type GuideName = (typeof GUIDES)[number];

/** A picture of a board with what it shows. */
export interface GuideFigure {
  readonly kind: 'board';
  readonly picture: PictureName;
  readonly caption: string;
}

/** Things in a row, each a short text. */
export interface GuideList {
  readonly kind: 'list';
  readonly items: readonly string[];
}

/** What gives how much. */
export interface GuideTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly [what: string, points: string])[];
}

/** A paragraph, or one of the above. */
export type GuideBlock = string | GuideFigure | GuideList | GuideTable;

export interface GuideSection {
  readonly heading: string;
  readonly blocks: readonly GuideBlock[];
}

export interface Guide {
  readonly title: string;
  /** What it is about, in a sentence or two. */
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}
