// Descriptions of fields.

import { t } from '../../lib/i18n.svelte';
import type { Perspective } from '../../lib/narrate';
import { isYou, seatNames } from '../../lib/words';
import type { FieldView } from '../../wire/wire';

/** Returns a description of the fields and their owners. */
export function fieldsWords(fields: readonly FieldView[], perspective: Perspective): string {
  const owned = fields.filter(({ leaders }) => leaders.length > 0);
  if (owned.length === 0) return t('aids.fields.none');
  // Equal descriptions are listed once, with a count.
  const told = new Map<string, number>();
  for (const { leaders, cities } of [...owned].sort((a, b) => b.points - a.points)) {
    const whose = t(leaders.length > 1 ? 'aids.fields.shared' : 'aids.fields.owner', {
      names: seatNames(perspective, leaders),
      you: Number(leaders.length === 1 && isYou(perspective, leaders[0] ?? -1)),
    });
    const one = `${whose}, ${t('aids.fields.cities', { n: cities })}`;
    told.set(one, (told.get(one) ?? 0) + 1);
  }
  const lines = [...told].map(([one, times]) => (times > 1 ? `${one} × ${String(times)}` : one));
  return `${t('aids.fields')}: ${lines.join('; ')}.`;
}
