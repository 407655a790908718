// Compares the speed of the engine as WebAssembly with that of native code, and
// fails if it is too slow in relation to it or needs too much memory. Needs
// `cargo xtask wasm`; builds the native program.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { start } from '../tests/engine/start.mjs';

/** Least speed of random games, in relation to native code. */
const LEAST_SHARE = 1 / 3;
/** Most memory of the module, in bytes. */
const MOST_MEMORY = 16 << 20;
/** Repetitions; the shortest time counts, because other programs disturb. */
const ROUNDS = 5;
const GAMES = 1_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const everything = 'base,fields,river=2021,abbot,bridges,castles,barns';

/** Returns requests for a bot's turn at several moments of a recorded game: all
 * lines before one, and the draw in that line. */
function decisions(game) {
  const lines = readFileSync(`${root}crates/bastide-host/tests/golden/${game}.txt`, 'utf8').split('\n');
  return [10, 18, 26, 34, 42, 50].map((at) => ({
    call: 'choose',
    record: `${[...lines.slice(0, at), lines[at].split(' ')[0]].join('\n')}\n`,
    bot: 'strong@30000n',
    seed: 1,
  }));
}

const random = (rules) => [{ call: 'random_games', rules, games: GAMES, seed: 1 }];
const workloads = [
  { name: 'random games, base and fields', requests: random('base,fields'), least: LEAST_SHARE },
  { name: 'random games, everything', requests: random(everything), least: LEAST_SHARE },
  { name: 'random games, The Castle', requests: random('stronghold'), least: LEAST_SHARE },
  { name: 'strong@30000n, base', requests: decisions('base') },
  { name: 'strong@30000n, everything', requests: decisions('base-fields-river-2021-abbot-bridges-castles-barns') },
  { name: 'strong@30000n, The Castle', requests: decisions('stronghold') },
];

const requests = workloads.flatMap((workload) => workload.requests);
const repeated = Array.from({ length: ROUNDS }, () => requests).flat();

/** Returns the shortest time of each request and its response. */
function fastest(measured) {
  return requests.map((_, n) => {
    const all = measured.filter((_, at) => at % requests.length === n);
    return { ms: Math.min(...all.map(({ ms }) => ms)), response: all[0].response };
  });
}

const build = ['run', '--quiet', '--release', '-p', 'bastide-wasm', '--example', 'native'];
const input = repeated.map((request) => `${JSON.stringify(request)}\n`).join('');
const output = execFileSync('cargo', build, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 28 });
const native = fastest(
  output
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, ms, response] = /^(\S+) (.*)$/.exec(line);
      return { ms: Number(ms), response: JSON.parse(response) };
    }),
);

const { call, memory } = start(new WebAssembly.Module(readFileSync(`${root}web/src/engine/bastide.wasm`)));
const here = fastest(
  repeated.map((request) => {
    const began = performance.now();
    const response = call(request);
    return { ms: performance.now() - began, response };
  }),
);

let failures = 0;
const fail = (text) => {
  failures += 1;
  console.error(text);
};
console.log(`${'milliseconds for a game or a turn'.padEnd(36)}  native    wasm   share`);
let at = 0;
for (const { name, requests: own, least } of workloads) {
  const range = [at, (at += own.length)];
  const units = least === undefined ? own.length : GAMES;
  const mean = (measured) => measured.slice(...range).reduce((sum, { ms }) => sum + ms, 0) / units;
  const times = [mean(native), mean(here)];
  const share = times[0] / times[1];
  const shown = [...times, share].map((n) => n.toFixed(3).padStart(8)).join('');
  console.log(name.padEnd(36) + shown);
  if (share < (least ?? 0)) fail(`${name}: less than ${LEAST_SHARE.toFixed(2)} of the native speed`);
  for (let n = range[0]; n < range[1]; n++) {
    if (native[n].response.ok === undefined) fail(`${name}: ${JSON.stringify(native[n].response)}`);
    if (JSON.stringify(native[n].response) !== JSON.stringify(here[n].response)) fail(`${name}: results differ`);
  }
}
console.log(`memory: ${(memory.buffer.byteLength / 1e6).toFixed(1)} MB`);
if (memory.buffer.byteLength > MOST_MEMORY) fail('too much memory');
process.exitCode = failures === 0 ? 0 : 1;
