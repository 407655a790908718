/** Descriptions of tiles for screen readers. Fields and empty courtyards are
 * omitted: they fill the remaining space.
 *
 * Derived from the tile files: each feature with its mark and the sides it
 * reaches on the unrotated tile, and the number of sectors the tile moves the
 * pig. */
import type { Params } from './message';
import type { Key } from './messages/all';

const TILES: Readonly<Record<string, string>> = {
  // The base game.
  A: 'monastery, road S',
  B: 'monastery',
  C: 'city+shield NESW',
  D: 'city N, road EW',
  Eg: 'city N, garden',
  E: 'city N',
  F: 'city+shield EW',
  G: 'city EW',
  Hg: 'city N, city S, garden',
  H: 'city N, city S',
  Ig: 'city N, city E, garden',
  I: 'city N, city E',
  J: 'city N, road ES',
  K: 'city N, road SW',
  L: 'city N, road E, road S, road W',
  Mg: 'city+shield NE, garden',
  M: 'city+shield NE',
  Ng: 'city NE, garden',
  N: 'city NE',
  O: 'city+shield NW, road ES',
  P: 'city NW, road ES',
  Q: 'city+shield NEW',
  Rg: 'city NEW, garden',
  R: 'city NEW',
  S: 'city+shield NEW, road S',
  T: 'city NEW, road S',
  Ug: 'road NS, garden',
  U: 'road NS',
  Vg: 'road SW, garden',
  V: 'road SW',
  W: 'road E, road S, road W',
  X: 'road N, road E, road S, road W',
  // The river.
  RA: 'river S',
  RA21: 'river S, road NE',
  RB: 'city N, road S, river EW',
  RC: 'city N, city S, river EW',
  RD: 'river NS',
  RE: 'city NE, river SW',
  RG: 'river NW',
  RH: 'monastery, road S, river EW',
  RI: 'road NW, river ES',
  RJ: 'river ES, garden',
  RK: 'road EW, river NS',
  RL: 'river N',
  RL21: 'monastery, river N',
  // Wheel of Fortune.
  W01: 'city+shield NESW',
  W02: 'city NES',
  W03: 'city+shield NES',
  W04: 'city N, city E, city S',
  W05: 'city+shield NES, road W',
  W06: 'city NES, road W',
  W07i1: 'city NE, pig 1',
  W08: 'city+shield NE',
  W09: 'city N, city E',
  W10: 'city NE, road W',
  W11: 'city NE, road S',
  W12: 'city NE, road SW',
  W13: 'city+shield NE, road SW',
  W14: 'city N, city S',
  W15: 'city+shield NS',
  W16: 'city NS',
  W17: 'city N',
  W18: 'city N, road W',
  W19: 'city N, road S',
  W20: 'city N, road SW',
  W21: 'city N, road E',
  W22: 'city N, road EW',
  W23: 'city N, road ES',
  W24: 'city N, road E, road S, road W',
  W25: 'city N, road W, road ES',
  W26: 'monastery',
  W27: 'monastery, road W',
  W28: 'road SW',
  W29i1: 'road SW, pig 1',
  W29i2: 'road SW, pig 2',
  W29i3: 'road SW, pig 3',
  W30: 'monastery, road E, road W',
  W31i1: 'road EW, pig 1',
  W31i2: 'road EW, pig 2',
  W31i3: 'road EW, pig 3',
  W32: 'road E, road S, road W',
  W33i1: 'road N, road E, road S, road W, pig 1',
  W34i1: 'road NW, road ES, pig 1',
  // Castles and bridges.
  XL: 'city W, road E, garden',
  XV: 'road N, road S',
  XT1: 'road EW, road S',
  XT2: 'road SW, road E',
  XT3: 'road ES, road W',
  XA: 'field NESW',
  XB: 'city N, road S',
  XD: 'city NESW',
  XF: 'monastery, road EW',
  XG: 'monastery, city EW',
  XH: 'city N, city E, city W, road S',
  XJ: 'road S',
  XK: 'city EW',
  XR: 'city N, river EW',
  // The Castle.
  A1: 'house NE, tower SW',
  A2: 'house N, tower S, courtyard+market EW',
  A3: 'house NE, courtyard+market SW',
  A4: 'tower NE, courtyard+market SW',
  A5: 'house NS, courtyard+market E',
  A6: 'tower NS, courtyard+market W',
  A7: 'house NEW, courtyard+market S',
  A8: 'tower NEW',
  A9: 'house N, courtyard+market ESW',
  B1: 'house N, path S, courtyard+market E',
  B2: 'tower N, path S, courtyard+market W',
  B3: 'house NEW, path S',
  B4: 'tower NEW, path S',
  B5: 'house NE, path S',
  B6: 'tower NW, path S',
  B7: 'house NE, tower W, path S',
  B8: 'tower NW, house E, path S',
  C1: 'house NE, path SW',
  C2: 'house N, house E, path SW',
  C3: 'tower NE, path SW',
  C5: 'house N, tower E, path SW',
  C5w: 'house N, tower E, path+well SW',
  C6: 'tower N, house E, path SW',
  C6w: 'tower N, house E, path+well SW',
  C7: 'house N, path SW',
  C7m: 'house N, path SW, courtyard+market E',
  C8m: 'house E, path SW, courtyard+market N',
  C9m: 'tower N, path SW, courtyard+market E',
  C10: 'tower E, path SW',
  C11mw: 'path+well SW, courtyard+market NE',
  D1w: 'house E, house W, path+well NS',
  D2: 'house E, tower W, path NS',
  D2w: 'house E, tower W, path+well NS',
  D3w: 'tower E, tower W, path+well NS',
  D4: 'house E, path NS',
  D4m: 'house E, path NS, courtyard+market W',
  D5: 'tower E, path NS',
  D5m: 'tower E, path NS, courtyard+market W',
  D6: 'path NS',
  D6mw: 'path+well NS, courtyard+market E',
  E1: 'house N, path E, path S, path W',
  E2: 'tower N, path E, path S, path W',
  E3: 'path E, path S, path W',
  E3m: 'path E, path S, path W, courtyard+market N',
  E4: 'house N, path ESW',
  E5: 'tower N, path ESW',
  E5w: 'tower N, path+well ESW',
  E6: 'path ESW',
  E6m: 'path ESW, courtyard+market N',
};

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
