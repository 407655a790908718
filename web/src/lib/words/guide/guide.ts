/** A short illustrated guide. Each language has its own texts; the pictures are
 * shared, each a game in the format of the server. */

/** A picture of a board with a caption. */
export interface GuideFigure {
  readonly kind: 'board';
  /** Name of a picture of the same game or expansion. */
  readonly picture: string;
  readonly caption: string;
}

/** A list of short texts. */
export interface GuideList {
  readonly kind: 'list';
  readonly items: readonly string[];
}

/** A table of scoring rules and their points. */
export interface GuideTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly [what: string, points: string])[];
}

/** A paragraph or one of the blocks above. */
export type GuideBlock = string | GuideFigure | GuideList | GuideTable;

export interface GuideSection {
  readonly heading: string;
  readonly blocks: readonly GuideBlock[];
}

export interface Guide {
  readonly title: string;
  /** Summary in one or two sentences. */
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}
