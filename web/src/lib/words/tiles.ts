/** Descriptions of tiles for screen readers. Fields and empty courtyards are
 * omitted: they fill the remaining space. */
import type { Params } from './message';
import type { Key } from './messages/all';
import { TILES } from './tileData';

const SIDES = ['north', 'east', 'south', 'west'] as const;
export type Side = (typeof SIDES)[number];

/** A feature of a tile. */
export interface TilePart {
  /** Its kind, as in `FeatureView`. */
  readonly feature: string;
  readonly mark: string | null;
  /** The sides it reaches in the tile's rotation; empty if it is in the
   * middle. */
  readonly sides: readonly Side[];
}

/** Returns the features of a tile rotated clockwise by `rotation` quarter
 * turns, and the number of sectors it moves the pig. */
export function tileParts(tile: string, rotation: number): { parts: readonly TilePart[]; pig: number } {
  const parts: TilePart[] = [];
  let pig = 0;
  for (const text of (TILES[tile] ?? '').split(', ')) {
    const [name = '', at = ''] = text.split(' ');
    if (name === 'pig') pig = Number(at);
    else if (name !== '') {
      const [feature = '', mark = null] = name.split('+');
      const turned = Array.from(at, (side) => ('NESW'.indexOf(side) + rotation) % 4).sort();
      parts.push({ feature, mark, sides: turned.flatMap((side) => SIDES[side] ?? []) });
    }
  }
  return { parts, pig };
}

/** Lookup and formatting of texts. */
export interface Speaker {
  t: (key: Key, params?: Params) => string;
  /** Returns the text with a name received from the server, or `otherwise`. */
  tOr: (name: string, otherwise: string, params?: Params) => string;
  listed: (parts: readonly string[]) => string;
}

/** Describes a tile: "city with shield to the north and west, road to the east
 * and south". */
export function tileWords(tile: string, rotation: number, { t, tOr, listed }: Speaker): string {
  const { parts, pig } = tileParts(tile, rotation);
  const words = parts.map(({ feature, mark, sides }) => {
    const name = tOr(`feature.${feature}`, feature);
    if (feature === 'field') return t('tile.plain');
    if (sides.length === 0) return t('tile.part.inside', { feature: name });
    const where = sides.length === 4 ? t('tile.sides.all') : listed(sides.map((side) => t(`tile.side.${side}`)));
    if (mark === null) return t('tile.part', { feature: name, sides: where });
    return t('tile.part.with', { feature: name, mark: tOr(`mark.${mark}`, mark), sides: where });
  });
  if (pig > 0) words.push(t('tile.icon', { n: pig }));
  return words.join(', ');
}
