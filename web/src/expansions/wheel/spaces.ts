import { t } from '../../lib/i18n.svelte';
import type { SpaceOf } from '../../lib/spaces';

/** The crown spaces. Those of a sector are equivalent: the points of a meeple
 * there depend on the number of meeples in the sector, not on the space
 * (WHEEL-CROWN-2, WHEEL-CROWN-3). */
export const spaceOf: SpaceOf = ({ sector }) => {
  if (sector === null) return null;
  const name = t(`sector.${sector}.name`);
  const offer = t('offer.deploy.sector', { sector: name });
  return { group: `sector ${sector}`, name, offer, about: t('offer.deploy.sector.about') };
};
