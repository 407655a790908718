// Handover of seats from another device.

import { redeem } from './api';
import { prefs } from './prefs.svelte';
import { seats } from './seats.svelte';
import type { TableSession } from './tableSession.svelte';
import { problemText } from './words';

/** Redeems the handover link that the page was opened with, which moves the seats
 * here. */
export async function takeOver({ table, messages }: TableSession): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('handover');
  if (code === null) return;
  history.replaceState(null, '', location.pathname);
  try {
    seats.add(await redeem(table.id, code));
    table.reconnect(prefs.name || null);
  } catch (caught) {
    messages.error = problemText(caught);
  }
}
