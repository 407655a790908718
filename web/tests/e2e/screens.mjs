// Every screen, wide and narrow, light and dark, in all three languages. Saves
// screenshots; axe must find nothing, and no text may be missing.
import {
  axe,
  engineOf,
  NO_ENGINE,
  noBareKeys,
  noFaults,
  noOverlaps,
  noShrunkIcons,
  noTallButtons,
  PHONE,
  settle,
  shoot,
} from './support.mjs';
import { daily } from './screens/daily.mjs';
import { device } from './screens/device.mjs';
import { finished } from './screens/finished.mjs';
import { lessons } from './screens/lessons.mjs';
import { pages } from './screens/pages.mjs';
import { people } from './screens/people.mjs';
import { prompts } from './screens/prompts.mjs';
import { study } from './screens/study.mjs';
import { table } from './screens/table.mjs';

// Four looks instead of twelve: each theme at both widths, each language at
// least once, the longest texts on the narrowest screen. A page keeps its look,
// since changing theme or size costs more than opening another page. With
// `SAMPLE` each group of screens runs in one look only, as in `cargo xtask
// test`, which then runs the narrow dark look with other fonts.
const LOOKS = {
  'wide-light': { colorScheme: 'light', locale: 'en' },
  'wide-dark': { colorScheme: 'dark', locale: 'en' },
  'narrow-light': { ...PHONE, colorScheme: 'light', locale: 'uk' },
  'narrow-dark': { ...PHONE, colorScheme: 'dark', locale: 'ru' },
};

/** Only screens whose name matches `ONLY`, for local development. */
const only = new RegExp(process.env.ONLY ?? '');

/** Visits screens in one look: `reach` goes from one screen to the next, and
 * may return another page. */
async function walk({ begin, screens }, look, world) {
  const problems = [];
  const last = screens.findLastIndex(({ name }) => only.test(`${name}-${look}`));
  if (last === -1) return problems;
  let page = await begin(world);
  for (const { name, reach } of screens.slice(0, last + 1)) {
    const shown = `${name}-${look}`;
    try {
      page = (await reach(page, world)) ?? page;
    } catch (error) {
      throw new Error(`${shown} cannot be reached: ${error.message}`, { cause: error });
    }
    if (!only.test(shown)) continue;
    await settle(page);
    await shoot(page, `screens/${shown}`);
    for (const check of [noBareKeys, noShrunkIcons, noOverlaps, noTallButtons, axe])
      await check(page, shown).catch((error) => problems.push(error.message));
    noFaults(page);
  }
  await page.context().close();
  return problems;
}

/** Returns the scenario of a group of screens; `sampled` is its look with
 * `SAMPLE`. */
const all =
  (walked, sampled) =>
  async ({ chrome, server }) => {
    if (walked.needsEngine && (await engineOf(server)) === undefined) return NO_ENGINE;
    const problems = [];
    const looks = process.env.SAMPLE ? [sampled] : Object.keys(LOOKS);
    for (const look of looks) problems.push(...(await walk(walked, look, { chrome, server, options: LOOKS[look] })));
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return `${walked.screens.length} screens`;
  };

export const screensTable = all(table, 'wide-light');
export const screensPrompts = all(prompts, 'narrow-light');
export const screensPages = all(pages, 'wide-dark');
export const screensFinished = all(finished, 'narrow-light');
export const screensLessons = all(lessons, 'wide-light');
export const screensDaily = all(daily, 'narrow-dark');
export const screensDevice = all(device, 'narrow-light');
export const screensPeople = all(people, 'wide-dark');
export const screensStudy = all(study, 'narrow-light');

/** The picture of the documentation. */
export { picture } from './screens/picture.mjs';
