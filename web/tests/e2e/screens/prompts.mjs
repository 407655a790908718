// All prompts, from recorded games: `tables/*.bastide`. A table is created from
// the record at a position within a turn, and the next actions of the record
// lead to the prompt; `scripts/moments.mjs` finds more.
import { follow, sitAt } from '../support.mjs';

/** Opens a page at a position and performs the first `steps` of the following
 * actions. */
const at =
  (record, turn, done, steps, prompt) =>
  async (old, { chrome, server, options }) => {
    await old?.context().close();
    const page = await sitAt(chrome, server, record, turn, done, { options });
    await follow(page, ...page.rest.slice(0, steps));
    await page.waitForSelector(prompt === null ? '[data-confirm]:not(:disabled)' : `[data-prompt="${prompt}"]`);
    return page;
  };

export const prompts = {
  begin: async () => null,
  screens: [
    { name: 'prompt-bridge', reach: at('wheel', 14, 1, 1, 'after_tile') },
    { name: 'prompt-castle', reach: at('wheel', 2, 1, 1, 'after_tile') },
    { name: 'prompt-castle-built', reach: at('wheel', 2, 1, 2, 'after_tile') },
    { name: 'prompt-barn', reach: at('wheel', 51, 1, 1, 'after_tile') },
    { name: 'prompt-barn-built', reach: at('wheel', 51, 1, 2, 'after_tile') },
    { name: 'prompt-abbot', reach: at('wheel', 33, 1, 1, 'after_tile') },
    { name: 'prompt-lady', reach: at('lady', 52, 1, 1, 'after_tile') },
    { name: 'prompt-crowns', reach: at('wheel', 4, 1, 1, 'after_tile') },
    { name: 'prompt-plague', reach: at('wheel', 45, 1, 0, 'plague') },
    { name: 'prompt-plague-late', reach: at('wheel', 60, 1, 0, 'plague') },
    { name: 'stronghold-lay', reach: at('castle', 44, 1, 0, 'lay_tile') },
    { name: 'stronghold-spots', reach: at('castle', 44, 1, 1, 'after_tile') },
    { name: 'stronghold-order', reach: at('castle', 20, 1, 2, 'scoring_order') },
    { name: 'stronghold-token', reach: at('castle', 28, 1, 2, 'use_token') },
    { name: 'stronghold-turn', reach: at('castle', 48, 1, 2, 'use_token') },
    { name: 'stronghold-used', reach: at('castle', 48, 1, 3, null) },
  ],
};
