// Lessons: texts, tasks and demonstrations.
import { study } from '../lessonsAndReplays.mjs';
import { open } from '../support.mjs';

const lesson =
  (name) =>
  async (old, { chrome, server, options }) => {
    await old?.context().close();
    const page = await open(chrome, `${server.url}/learn/${name}`, options);
    await page.waitForSelector('.lesson .button');
    return page;
  };
/** Continues until the learner has to act. */
const task = async (page) => {
  while (await page.locator('.lesson .button.primary').count()) await study(page);
};
const shown = async (page) => {
  await study(page);
  await page.waitForSelector('[data-confirm]:not(:disabled)');
};
const done = async (page) => {
  while (await study(page));
};

export const lessons = {
  begin: async () => null,
  screens: [
    { name: 'lesson-base', reach: lesson('base') },
    { name: 'lesson-base-task', reach: task },
    { name: 'lesson-base-shown', reach: shown },
    { name: 'lesson-base-done', reach: done },
    { name: 'lesson-bridges', reach: lesson('bridges') },
    {
      name: 'lesson-bridges-shown',
      reach: async (page) => {
        await task(page);
        await shown(page);
      },
    },
    { name: 'lesson-bridges-done', reach: done },
    { name: 'lesson-wheel', reach: lesson('wheel') },
    {
      name: 'lesson-wheel-plague',
      reach: async (page) => {
        while ((await page.locator('[data-prompt=plague]').count()) === 0) await study(page);
        await task(page);
      },
    },
    { name: 'lesson-wheel-done', reach: done },
    { name: 'lesson-inns', reach: lesson('inns') },
    {
      name: 'lesson-inns-large',
      reach: async (page) => {
        while ((await page.locator('[data-figure=large][aria-pressed=true]').count()) === 0) await study(page);
      },
    },
    { name: 'lesson-inns-done', reach: done },
    { name: 'lesson-stronghold', reach: lesson('stronghold') },
    { name: 'lesson-stronghold-task', reach: task },
    { name: 'lesson-stronghold-shown', reach: shown },
    { name: 'lesson-stronghold-done', reach: done },
  ],
};
