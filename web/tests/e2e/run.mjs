// Runs the end-to-end scenarios in a real browser: `npm run e2e [--
// SCENARIO...]`. Uses `bastide` from the target folder or the path in
// `BASTIDE`, and the client from `web/dist` or the path in `PAGES`. `CHROMIUM`
// selects another browser, `FONTS` a font family that replaces the page's own.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { aids, cards } from './aids.mjs';
import { analysis, embed, imports, offlineAnalysis } from './analysis.mjs';
import { bigBox } from './bigBox.mjs';
import * as dailyDecks from './daily.mjs';
import * as device from './device.mjs';
import { engines } from './engines.mjs';
import { review, reviewGame, reviewRecord } from './review.mjs';
import { lessons, record, replay } from './lessonsAndReplays.mjs';
import { frames } from './frames.mjs';
import { build, contrast, focus, layout, pins } from './usability.mjs';
import { fortress, medieval, bridges, wheel, stronghold, keyboard, phone, hotSeat } from './games.mjs';
import { firstVisit } from './firstVisit.mjs';
import { placement } from './placement.mjs';
import { browser, Server } from './support.mjs';
import { firstTap, slow } from './network.mjs';
import { tableEvents } from './tableEvents.mjs';
import * as motion from './motion.mjs';
import { moderation } from './moderation.mjs';
import * as offline from './offline.mjs';
import { fair, friends, lobby } from './people.mjs';
import { push } from './push.mjs';
import { offlinePuzzles, puzzles } from './puzzles.mjs';
import * as screens from './screens.mjs';

// Long scenarios first, so that all workers finish at about the same time.
const scenarios = {
  ...screens,
  bigBox,
  stronghold,
  bridges,
  wheel,
  fortress,
  medieval,
  ...offline,
  ...device,
  ...dailyDecks,
  ...motion,
  analysis,
  imports,
  offlineAnalysis,
  embed,
  review,
  reviewGame,
  reviewRecord,
  puzzles,
  offlinePuzzles,
  slow,
  firstTap,
  lessons,
  friends,
  fair,
  moderation,
  engines,
  tableEvents,
  aids,
  cards,
  placement,
  firstVisit,
  pins,
  focus,
  layout,
  build,
  contrast,
  keyboard,
  phone,
  hotSeat,
  lobby,
  push,
  replay,
  record,
  frames,
};
const target = process.env.CARGO_TARGET_DIR ?? new URL('../../../target', import.meta.url).pathname;
const program = process.env.BASTIDE ?? `${target}/debug/bastide`;
const wanted = process.argv.slice(2);
/** Returns true if a name is requested, in full or by a prefix such as
 * `screens`. */
const isMeant = (name) => wanted.some((one) => (one in scenarios ? name === one : name.startsWith(one)));
const unknown = wanted.filter((one) => !Object.keys(scenarios).some((name) => name.startsWith(one)));
if (unknown.length > 0) {
  console.error(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`);
  process.exit(2);
}
if (!existsSync(program)) {
  console.error(`${program} is not there: run cargo build -p bastide-cli, or set BASTIDE`);
  process.exit(2);
}

const chosen = Object.entries(scenarios).filter(([name]) => wanted.length === 0 || isMeant(name));
let failures = 0;

/** Runs scenarios from the queue with a separate server and browser, since some
 * restart their server. */
async function work(waiting) {
  const server = new Server(program);
  await server.start();
  const chrome = await browser();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, scenario] = next;
    const start = performance.now();
    const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      const told = await scenario({ chrome, server });
      console.log(`ok    ${name} (${seconds()})${told ? `: ${told}` : ''}`);
    } catch (error) {
      failures += 1;
      console.log(`FAIL  ${name} (${seconds()}): ${error.stack ?? error}`);
    }
    for (const context of chrome.contexts()) await context.close();
  }
  await chrome.close();
  await server.clean();
}

const waiting = [...chosen];
const hands = Math.min(chosen.length, Math.max(1, Math.min(4, availableParallelism())));
await Promise.all(Array.from({ length: hands }, () => work(waiting)));
console.log(`scenarios: ${chosen.length - failures} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
