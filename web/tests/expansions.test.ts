// An expansion is a folder of `src/expansions`; no other source names it.
import { describe, expect, it } from 'vitest';

import { loadGuide } from '../src/guide/load';
import { LESSONS } from '../src/learn/load';
import { factsAbout } from '../src/lib/expansions';
import { GAME_NAMES, GUIDES, OPTIONS } from '../src/lib/games';
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
  | `awarded.${Exclude<AwardName, 'five-points'>}`
  | `count.${Exclude<ItemName, 'empty-cell'>}`
  | `event.placed.${RoleName}`
  | `event.returned.${RoleName}`
  | `scored.what.complete.${Exclude<TerrainName, 'courtyard' | 'field' | 'river'>}`
  | `supply.${Exclude<PieceName, 'crown'>}`
  | `sector.${SectorName}.name`
  | `event.pig_moved.${SectorName}`
  | `what.a.${Exclude<TerrainName, 'river'>}`
> = true;

const folders = new Set(
  Object.keys(import.meta.glob('../src/expansions/*/en.ts')).map((path) => path.split('/').at(-2) ?? ''),
);
const sources: Record<string, string> = import.meta.glob(['../src/**/*.{ts,svelte}', '!../src/expansions/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Files outside the folder of an expansion that name it, and the reason. A new
 * expansion needs none of them. */
const NAMED: Record<string, readonly string[]> = {
  abbot: [
    'lib/words/messages/en/setup.ts', // Description of a preset.
    'wire/wire.ts',
  ],
  barn: [
    'lib/presets.ts', // The mix of a preset.
    'wire/wire.ts',
  ],
  river: [
    'lib/presets.ts',
    'lib/storedPlan.ts', // A value that earlier clients stored.
    'lib/words/messages/en/setup.ts',
    'lib/words/tileData.ts', // Generated from the tile files.
    'wire/wire.ts',
  ],
  bridge: [
    // Fields of tiles and of offers to place one.
    'board/Ghost.svelte',
    'board/Pieces.svelte',
    'lib/narrate.ts',
    'lib/offers.ts',
    'lib/placements.ts',
    'lib/presets.ts',
    'lib/rewind.ts',
    'lib/turn.svelte.ts',
    'lib/words/guide/pictures/base.ts',
    'lib/words/guide/pictures/stronghold.ts',
    'lib/words/tileData.ts',
    'table/TurnBar.svelte',
    'wire/wire.ts',
  ],
  lady: ['wire/wire.ts'],
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
    for (const key of [`rules.${name}`, `guide.${name}`, `option.${name}.name`, `option.${name}.about`])
      expect(Object.keys(en)).toContain(key);
    expect(await loadGuide('en', name)).not.toBeNull();
    const facts = factsAbout(name);
    expect(PRESETS).toContain(facts?.preset);
    if (facts?.lesson !== undefined) expect(LESSONS).toContain(facts.lesson);
  });

  it('have the editions that are described', () => {
    const described = Object.keys(en).filter((key) => /^option\.\w+\.variant\./.test(key));
    const offered = OPTIONS.flatMap((name) =>
      (factsAbout(name)?.variants ?? []).map((variant) => `option.${name}.variant.${variant}`),
    );
    expect(offered).toEqual(described);
  });

  it.each(Object.entries(NAMED))('are named in their folder only: %s', (word, allowed) => {
    const naming = Object.entries(sources).filter(([, text]) => text.toLowerCase().includes(word));
    expect(naming.map(([path]) => path.replace('../src/', '')).sort()).toEqual([...allowed].sort());
  });
});
