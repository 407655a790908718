// The tiles that the client describes are those that the server deals.

import { expect, it } from 'vitest';

import { factsAbout } from '../../src/lib/expansions';
import { TILES } from '../../src/lib/words/tileData';
import { GAMES, type GameKind, type GameView, type NewTable } from '../../src/wire/wire';
import { post, RemoteTable } from './remote.svelte';
import { startServer } from './server';

const server = startServer();

/** Returns a game with the given options, once for each of their editions. */
function games({ game, base }: GameKind, options: readonly string[]): NewTable[] {
  if (base === null) return [{ game, seats: [] }];
  const editions = options.flatMap((option) =>
    (factsAbout(option)?.variants ?? []).slice(1).map((edition) => [option, `${option}=${edition}`] as const),
  );
  const mixes = [options, ...editions.map(([from, to]) => options.map((option) => (option === from ? to : option)))];
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
      kind.options.map(({ name }) => name),
    ),
    ...games(
      kind,
      kind.options.filter(({ is_required }) => is_required).map(({ name }) => name),
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
  expect([...found].sort()).toEqual(Object.keys(TILES).sort());
});
