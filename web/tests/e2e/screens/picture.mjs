// The picture of the web client in the documentation.
import { writeFileSync } from 'node:fs';
import { follow, noFaults, settle, shoot, sitAt, WIDE } from '../support.mjs';
import { withPalette } from '../support/palette.mjs';

const FILE = new URL('../../../../docs/images/web.png', import.meta.url);

/** Shows a game in the middle, in which the player has just placed a tile.
 * Saves `artefacts/web.png`, and with `BLESS` the picture in `docs/images`. */
export async function picture({ chrome, server }) {
  const page = await sitAt(chrome, server, 'wheel', 62, 1, {
    options: { viewport: WIDE },
    aid: 'coach',
    others: { kind: 'bot', level: 'master' },
  });
  await follow(page, page.rest[0]);
  await page.mouse.move(640, 790);
  await settle(page);
  await shoot(page, 'web');
  if (process.env.BLESS) writeFileSync(FILE, await withPalette(page, await page.screenshot()));
  noFaults(page);
}
