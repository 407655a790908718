// Requests about engines, which are programs that play on the server.

import type { EngineLine, EngineList } from '../wire/wire';
import { fits } from '../lib/received';
import { Refusal, send } from '../lib/request';
import { engineOf } from '../lib/words';

/** Returns all engines and the last games between them. */
export async function listEngines(): Promise<EngineList> {
  const path = '/api/engines';
  const body: unknown = await (await send(path, {})).json().catch(() => null);
  if (fits<EngineList>(body, { engines: 'list', games: 'list', is_ladder_on: 'boolean' })) return body;
  throw new Refusal({ code: 'server/internal', message: `malformed response from ${path}` });
}

/** Returns a rating with its interval, such as `1640 ± 80`. */
export const ratingText = ({ standing }: EngineLine): string =>
  standing === null ? '' : `${String(standing.rating)} ± ${String(standing.margin)}`;

/** An engine that can be invited to a table, with its rating. */
export interface EngineOption {
  level: string;
  label: string;
}

/** Returns the engines that can be invited to a table; none if they cannot be
 * listed, as on a page without a server. */
export async function invitable(): Promise<readonly EngineOption[]> {
  const { engines } = await listEngines().catch(() => ({ engines: [] }));
  return engines.flatMap((line) => {
    const name = engineOf(line.level);
    if (name === null || !line.is_connected) return [];
    const rating = ratingText(line);
    return [{ level: line.level, label: rating === '' ? name : `${name} · ${rating}` }];
  });
}

/** Returns the record of a game between engines. */
export const engineRecord = async (id: string): Promise<string> =>
  (await send(`/api/engines/games/${encodeURIComponent(id)}`, {})).text();
