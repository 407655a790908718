// Entering a table.

import { isLocal } from '../local/ids';
import type { Seated } from '../wire/wire';
import { router } from './router.svelte';
import { seats } from './seats.svelte';

/** Stores the seats at a table and shows its page. Tables on this device are
 * stored elsewhere. */
export function enter(seated: Seated): void {
  if (!isLocal(seated.table)) seats.add(seated);
  router.go(`/t/${seated.table}`);
}
