// What speaks for a turn, in sentences.

import type { ReasonView } from '../wire/wire';
import { tOr } from './i18n.svelte';
import type { Circle } from './narrate';
import { seatName } from './words';

/** One reason; empty if there are no words for it. */
export function reasonWords(reason: ReasonView, { seats, yours }: Circle): string {
  const { kind, feature, seat, number } = reason;
  const isOwn = seat === null || yours.includes(seat);
  const name = seat === null ? '' : seatName(seats, seat);
  const n = number ?? 0;
  const whose = seat === null ? 'a' : isOwn ? 'your' : 'their';
  const what = feature === null ? '' : tOr(`what.${whose}.${feature}`, feature, { name });
  const params = { name, n, what, sector: tOr(`sector.${feature ?? ''}.name`, ''), token: tOr(`token.${String(n)}.name`, '') };
  const ways = [
    ...(isOwn ? [] : [`reason.${kind}.other`]),
    ...(n === 0 ? [`reason.${kind}.nothing`, `reason.${kind}.none`] : []),
    `reason.${kind}`,
  ];
  for (const way of ways) {
    const told = tOr(way, '', params);
    if (told !== '') return told;
  }
  return '';
}
