// An expansion is a folder of `src/expansions`; no other source names it.
import { describe, expect, it } from 'vitest';

import { loadGuide } from '../src/guide/load';
import { LESSONS } from '../src/learn/load';
import { factsAbout } from '../src/lib/expansions';
import { GAME_NAMES, GUIDES, EXPANSIONS } from '../src/lib/games';
import { PRESETS } from '../src/lib/presets';
import { en, type Key } from '../src/lib/words/messages/all';
import type {
  AwardName,
  FigureName,
  GroundName,
  ItemName,
  PieceName,
  RoleName,
  SectorName,
  TerrainName,
} from '../src/wire/wire';

/** Compiles only if every name sent by the server has a text, including the
 * names of expansions. */
type Said<Names extends string> = [Exclude<Names, Key>] extends [never] ? true : Exclude<Names, Key>;
const names: Said<
  | `role.${RoleName}`
  | `feature.${GroundName}`
  | `hand.${FigureName}`
  | `awarded.${AwardName}`
  | `count.${ItemName | RoleName}`
  | `event.placed.${RoleName}`
  | `event.returned.${RoleName}`
  | `scored.what.completed.${Exclude<TerrainName, 'courtyard' | 'field' | 'river'>}`
  | `supply.${Exclude<PieceName, 'crown'>}`
  | `sector.${SectorName}.name`
  | `event.pig_moved.${SectorName}`
  | `what.${'a' | 'your' | 'their' | 'shared' | 'tied'}.${Exclude<TerrainName, 'river'>}`
  | `offer.recall.${Exclude<RoleName, 'builder' | 'herald' | 'hog' | 'merchant' | 'squire'>}`
  | `offer.settle.${'courtyard' | 'house' | 'path' | 'tower'}`
  | `token.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}.${'about' | 'name'}`
> = true;

const folders = new Set(
  Object.keys(import.meta.glob('../src/expansions/*/en.ts')).map((path) => path.split('/').at(-2) ?? ''),
);
const sources: Record<string, string> = import.meta.glob(['../src/**/*.{ts,svelte}', '!../src/{boxes,expansions}/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Files outside the folder of an expansion that name it, by a pattern, and the
 * reason. A new expansion needs none of them but the generated one. */
const NAMED: Record<string, readonly string[]> = {
  abbot: ['wire/wire.ts'],
  barn: ['wire/wire.ts'],
  bridge: [
    'lib/words/guide/picture.ts', // Pictures may leave out what they do not show.
    'wire/wire.ts',
  ],
  'crown(?!-)': ['wire/wire.ts'],
  farmer: [
    // The base game says what it leaves out, and its lesson has a field.
    'lib/words/guide/en/base.ts',
    'lib/words/messages/en/setup.ts',
    'lib/words/tutorial/en/base.ts',
    'wire/wire.ts',
  ],
  lady: ['wire/wire.ts'],
  pig: ['wire/wire.ts'],
  plague: ['wire/wire.ts'],
  river: ['wire/wire.ts'],
  sector: ['wire/wire.ts'],
  '[\'"]fields[\'"]': ['wire/wire.ts'],
};

describe('expansions', () => {
  it('have names for everything that the server names', () => {
    expect(names).toBe(true);
  });

  it('have a folder each', () => {
    const games = GAME_NAMES.filter((name) => !folders.has(name));
    expect(games).toEqual(['base', 'stronghold']);
    expect([...folders].sort()).toEqual(GUIDES.filter((name) => !games.includes(name)).sort());
  });

  it.each([...folders])('have texts, a guide and a preset: %s', async (name) => {
    for (const key of [`rules.${name}`, `guide.${name}`, `expansion.${name}.name`, `expansion.${name}.about`])
      expect(Object.keys(en)).toContain(key);
    expect(await loadGuide('en', name)).not.toBeNull();
    const facts = factsAbout(name);
    expect(PRESETS).toContain(facts?.preset);
    if (facts?.lesson !== undefined) expect(LESSONS).toContain(facts.lesson);
  });

  it('share boxes that each teach several of them', () => {
    const boxes = Object.keys(import.meta.glob('../src/boxes/*/box.ts')).map((path) => path.split('/').at(-2));
    const named = [...folders].map((name) => factsAbout(name)?.box);
    for (const box of boxes) expect(named.filter((one) => one === box).length).toBeGreaterThan(1);
    expect(boxes).toEqual([...new Set(named)].filter((box) => box !== undefined).sort());
  });

  it('have the editions that are described', () => {
    const described = Object.keys(en).filter((key) => /^expansion\.\w+\.variant\./.test(key));
    const offered = EXPANSIONS.flatMap((name) =>
      (factsAbout(name)?.variants ?? []).map((variant) => `expansion.${name}.variant.${variant}`),
    );
    expect(offered).toEqual(described);
  });

  it.each(Object.entries(NAMED))('are named in their folder only: %s', (word, allowed) => {
    const pattern = new RegExp(word, 'i');
    const naming = Object.entries(sources).filter(([, text]) => pattern.test(text));
    expect(naming.map(([path]) => path.replace('../src/', '')).sort()).toEqual([...allowed].sort());
  });
});
