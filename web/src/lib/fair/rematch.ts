// Contribution to the draws of a rematch while the page still shows the
// previous table, so that players can take their time before they open the new
// one.

import { act, seeTable } from '../api';
import { contribute } from './salts';

/** Polling interval in milliseconds, and maximum number of polls. */
const EVERY = 1_000;
const TIMES = 90;

const underWay = new Set<string>();

/** Commits and reveals at a table that no page shows, until its tiles are
 * dealt. */
export async function contributeAt(
  table: string,
  token: string,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  if (underWay.has(table)) return;
  underWay.add(table);
  for (let time = 0; time < TIMES; time += 1) {
    try {
      const view = await seeTable(table, token);
      if (view.deal.stage === 'dealt') break;
      await contribute(view, (command) => act(table, token, command));
    } catch {
      // Retried below; the page of the table does the same once it is open.
    }
    await pause(EVERY);
  }
  underWay.delete(table);
}

const sleep = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });
