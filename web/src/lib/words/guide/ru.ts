import { abbot } from './ru/abbot';
import { barns } from './ru/barns';
import { base } from './ru/base';
import { bridges } from './ru/bridges';
import { castles } from './ru/castles';
import { fields } from './ru/fields';
import { river } from './ru/river';
import { stronghold } from './ru/stronghold';
import { wheel } from './ru/wheel';
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
