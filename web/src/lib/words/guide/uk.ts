import { abbot } from './uk/abbot';
import { barns } from './uk/barns';
import { base } from './uk/base';
import { bridges } from './uk/bridges';
import { castles } from './uk/castles';
import { fields } from './uk/fields';
import { river } from './uk/river';
import { stronghold } from './uk/stronghold';
import { wheel } from './uk/wheel';
import type { Guide, GuideName } from './guide';

/** All guides, by name. */
export const guides: Record<GuideName, Guide> = {
  base,
  fields,
  river,
  abbot,
  bridges,
  castles,
  barns,
  wheel,
  stronghold,
};
