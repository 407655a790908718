// Plays Bastide in a real browser: `npm run e2e -- PROGRAM [SCENARIO...]`.
// PROGRAM is the built `bastide`; `web/dist` must be built.
import { browser, Server } from './kit.mjs';
import { frames } from './frames.mjs';
import { manners } from './manners.mjs';
import * as played from './scenarios.mjs';

const scenarios = { ...played, manners, frames };

const [program, ...wanted] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: npm run e2e -- PATH-TO-BASTIDE [SCENARIO...]');
  process.exit(2);
}
const chosen = Object.entries(scenarios).filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) {
  console.error(`no such scenario; there are ${Object.keys(scenarios).join(', ')}`);
  process.exit(2);
}

const server = new Server(program);
await server.start();
const chrome = await browser();
let failures = 0;
for (const [name, scenario] of chosen) {
  const start = performance.now();
  try {
    const told = await scenario({ chrome, server });
    console.log(`ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)${told ? `: ${told}` : ''}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL  ${name}: ${error.stack ?? error}`);
  }
  for (const context of chrome.contexts()) await context.close();
}
await chrome.close();
await server.clean();
process.exit(failures === 0 ? 0 : 1);
