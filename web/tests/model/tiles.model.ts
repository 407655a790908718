// The tiles that the client describes are those that the server deals.

import { expect, it } from 'vitest';

import { factsAbout } from '../../src/lib/expansions';
import { expansionsOf } from '../../src/lib/games';
import { GAMES, type GameKind, type GameView, type NewTable } from '../../src/wire/wire';
import { post, RemoteTable } from './remote.svelte';
import { startServer } from './server';

const server = startServer();
const sets = import.meta.glob<Record<string, string>>(
  ['../../src/lib/words/tileSets/*.ts', '../../src/expansions/*/tiles.ts'],
  { eager: true, import: 'tiles' },
);

/** Returns a game with the given expansions, once for each of their editions. */
function games({ game, base }: GameKind, expansions: readonly string[]): NewTable[] {
  if (base === null) return [{ game, seats: [] }];
  const editions = expansions.flatMap((expansion) =>
    (factsAbout(expansion)?.variants ?? []).slice(1).map((edition) => [expansion, `${expansion}=${edition}`] as const),
  );
  const mixes = [
    expansions,
    ...editions.map(([from, to]) => expansions.map((expansion) => (expansion === from ? to : expansion))),
  ];
  return mixes.map((mix) => ({ game, rules: [base, ...mix].join(','), seats: [] }));
}

/** Returns the names of all tiles of a game: on the board, drawn, in the bag. */
const tilesOf = ({ bag, laid, drawn }: GameView): string[] => [
  ...bag.map(({ tile }) => tile),
  ...laid.map(({ tile }) => tile),
  ...(drawn === null ? [] : [drawn]),
];

it('describes every tile of the server, and no other', async () => {
  const plans = GAMES.flatMap((kind) => [
    ...games(
      kind,
      expansionsOf(kind).map(({ name }) => name),
    ),
    ...games(
      kind,
      expansionsOf(kind)
        .filter(({ is_required }) => is_required)
        .map(({ name }) => name),
    ),
  ]);
  const found = new Set<string>();
  for (const plan of plans) {
    const { table: id, token } = await post<{ table: string; token: string }>(`${server.url}/api/tables`, {
      ...plan,
      seats: [
        { kind: 'me', name: 'Ann' },
        { kind: 'me', name: 'Ben' },
      ],
    });
    const table = new RemoteTable(server.url, id, token);
    await table.load();
    if (table.view === null) throw new Error(`no view of ${JSON.stringify(plan)}`);
    for (const tile of tilesOf(table.view.game)) found.add(tile);
  }
  const described = Object.values(sets).flatMap((tiles) => Object.keys(tiles));
  expect([...found].sort()).toEqual(described.sort());
});
