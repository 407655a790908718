import type { Change, ExpansionEvents } from '../../lib/expansionEvents';
import { t } from '../../lib/i18n.svelte';
import type { EventView, SectorName } from '../../wire/wire';
import type { PigMoved } from './narration';

/** The sectors in clockwise order, the direction of the pig (WHEEL-4). */
const SECTORS: readonly SectorName[] = ['fortune', 'tax', 'famine', 'storm', 'inquisition', 'plague'];

/** Returns the sectors the pig passes from `from` to `to`, including `to`. */
export function sectorsTo(from: SectorName | null, to: SectorName): SectorName[] {
  const [start, end] = [SECTORS.indexOf(from ?? to), SECTORS.indexOf(to)];
  if (start === -1 || end === -1 || start === end) return [to];
  const steps = (end - start + SECTORS.length) % SECTORS.length;
  return Array.from({ length: steps }, (_, n) => SECTORS[(start + n + 1) % SECTORS.length] ?? to);
}

const isPigMoved = (event: EventView): event is PigMoved => event.kind === 'pig_moved';

/** Shows the pig on a sector. */
const pigOn =
  (sector: SectorName): Change =>
  (game) =>
    game.land?.pig ? { ...game, land: { ...game.land, pig: { ...game.land.pig, sector } } } : game;

/** The pig, which walks from sector to sector. */
export const events: ExpansionEvents = {
  walk: (event, { before, after, earlier }) => {
    if (!isPigMoved(event)) return null;
    const from = before?.land?.pig?.sector ?? earlier.findLast(isPigMoved)?.sector ?? null;
    return {
      start: from === null ? null : pigOn(from),
      steps: sectorsTo(from, event.sector).map((sector) => {
        const isEffective = sector === after?.land?.pig?.sector;
        const caption = (): string =>
          isEffective ? t(`event.pig_moved.${sector}`) : t('pig.at', { sector: t(`sector.${sector}.name`) });
        return { show: pigOn(sector), caption, isEffective };
      }),
    };
  },
  rewind: (land, undone, earlier) => {
    const pig = undone.some(isPigMoved) ? earlier.findLast(isPigMoved) : undefined;
    return pig ? { ...land, pig } : land;
  },
  source: (event, reason) => (isPigMoved(event) && event.sector === reason ? event.at : null),
};
