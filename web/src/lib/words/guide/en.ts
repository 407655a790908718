import { abbot } from './en/abbot';
import { barns } from './en/barns';
import { base } from './en/base';
import { bridges } from './en/bridges';
import { castles } from './en/castles';
import { fields } from './en/fields';
import { river } from './en/river';
import { stronghold } from './en/stronghold';
import { wheel } from './en/wheel';
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
