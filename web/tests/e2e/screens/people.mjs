// A table with other players: before the game, while they are to act, when they
// propose something, and for watchers.
import { dice, join, make, open, playTurn, sitDown } from '../support.mjs';

const NAMES = ['Ann', 'Олександра-Марія'];

export const people = {
  begin: async ({ chrome, server, options }) => {
    const seats = [{ kind: 'me', name: NAMES[0] }, { kind: 'open' }];
    const seated = await make(server, {
      seats,
      undo: 'past_draws',
      first: { kind: 'seat', seat: 0 },
      clock: { kind: 'live', seconds: 3600, increment: 10 },
    });
    const page = await sitDown(chrome, server, seated, options);
    page.seated = seated;
    return page;
  },
  screens: [
    { name: 'waiting', reach: (page) => page.waitForSelector('.waiting canvas, .waiting svg').then(() => page) },
    {
      name: 'join',
      reach: async (ann, { chrome, server, options }) => {
        const page = await open(chrome, `${server.url}/t/${ann.table}`, options);
        await page.waitForSelector('.waiting form');
        page.ann = ann;
        return page;
      },
    },
    {
      name: 'table-first',
      reach: async ({ ann }, { chrome, server, options }) => {
        ann.ben = await sitDown(chrome, server, await join(server, ann.table, NAMES[1]), options);
        await ann.waitForSelector('[data-prompt="lay_tile"]');
        return ann;
      },
    },
    { name: 'table-theirs', reach: (ann) => playTurn(ann, dice(1)).then(() => ann) },
    {
      name: 'asking',
      reach: async (ann) => {
        await ann.click('.tools button:has([data-icon=menu])');
        await ann.click('.drawer button:has([data-icon=undo])');
        await ann.waitForSelector('.notice button');
      },
    },
    {
      name: 'asked',
      reach: async ({ ben }) => {
        await ben.waitForSelector('.notice .button.primary');
        return ben;
      },
    },
    {
      name: 'watching',
      reach: async (ben, { chrome, server, options }) => {
        const page = await open(chrome, `${server.url}/t/${ben.table}`, options);
        await page.waitForSelector('.players');
        return page;
      },
    },
  ],
};
