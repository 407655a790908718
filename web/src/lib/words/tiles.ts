/** Descriptions of tiles for screen readers. Fields and empty courtyards are
 * omitted: they fill the remaining space. */
import type { Params } from './message';
import type { Key } from './messages/all';
import { tiles as base } from './tileSets/base';

type TileSet = Readonly<Record<string, string>>;

/** The features of each tile by its name: with marks, and the sides they reach
 * on the unrotated tile. `icon` is the number on an icon of an expansion. */
const known: Record<string, string> = { ...base };
const SETS = {
  ...import.meta.glob<TileSet>(['./tileSets/*.ts', '!./tileSets/base.ts'], { import: 'tiles' }),
  ...import.meta.glob<TileSet>('../../expansions/*/tiles.ts', { import: 'tiles' }),
};
const loaded = new Set(['base']);

/** Loads the descriptions of sets of tiles: `base,NAME`. Returns `null` if they
 * are loaded already. */
export function loadTiles(sets: string): Promise<unknown> | null {
  const missing = sets.split(',').filter((set) => !loaded.has(set));
  if (missing.length === 0) return null;
  return Promise.all(
    missing.map(async (set) => {
      const file = SETS[`./tileSets/${set}.ts`] ?? SETS[`../../expansions/${set}/tiles.ts`];
      Object.assign(known, await file?.());
      loaded.add(set);
    }),
  );
}

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
 * turns, and the number on its icon; 0 if it has none. */
export function tileParts(tile: string, rotation: number): { parts: readonly TilePart[]; icon: number } {
  const parts: TilePart[] = [];
  let icon = 0;
  for (const text of (known[tile] ?? '').split(', ')) {
    const [name = '', at = ''] = text.split(' ');
    if (name === 'icon') icon = Number(at);
    else if (name !== '') {
      const [feature = '', mark = null] = name.split('+');
      const turned = Array.from(at, (side) => ('NESW'.indexOf(side) + rotation) % 4).sort();
      parts.push({ feature, mark, sides: turned.flatMap((side) => SIDES[side] ?? []) });
    }
  }
  return { parts, icon };
}

/** Lookup and formatting of texts. */
export interface Speaker {
  t: (key: Key, params?: Params) => string;
  isKey: (name: string) => name is Key;
  listed: (parts: readonly string[]) => string;
}

/** Describes a tile: "city with shield to the north and west, road to the east
 * and south". */
export function tileWords(tile: string, rotation: number, { t, isKey, listed }: Speaker): string {
  const { parts, icon } = tileParts(tile, rotation);
  const words = parts.flatMap(({ feature, mark, sides }) => {
    const key = `feature.${feature}`;
    if (!isKey(key)) return [];
    const name = t(key);
    if (feature === 'field') return t('tile.plain');
    if (sides.length === 0) return t('tile.part.inside', { feature: name });
    const where = sides.length === 4 ? t('tile.sides.all') : listed(sides.map((side) => t(`tile.side.${side}`)));
    const marked = `mark.${mark ?? ''}`;
    if (!isKey(marked)) return t('tile.part', { feature: name, sides: where });
    return t('tile.part.with', { feature: name, mark: t(marked), sides: where });
  });
  if (icon > 0) words.push(t('tile.icon', { n: icon }));
  return words.join(', ');
}
