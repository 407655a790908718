import type { Fixture } from '../../board/fixtures';
import { t } from '../../lib/i18n.svelte';
import Wheel from './Wheel.svelte';

/** The wheel in its block of land. */
export const fixture: Fixture = {
  isOn: (game) => game.land?.pig != null,
  backdrop: 'wheel',
  block: { left: 0, top: 0, right: 400, bottom: 400 },
  disc: { at: { x: 200, y: 200 }, radius: 162 },
  status: ({ land }) => (land?.pig ? t('pig.at', { sector: t(`sector.${land.pig.sector}.name`) }) : ''),
  component: Wheel,
};
