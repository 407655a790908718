// Fails if the first load is too large for a phone on a slow connection:
// scripts and styles of the table, the largest possible entry page, in the
// longest language, with the longest texts of an expansion, with gzip. Drawings
// of tiles are excluded. Measures the files the server sends, and checks that
// they decompress to the originals.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { codings, isCompressible, WORTHWHILE } from './pack.mjs';

const LIMIT = 92_000;
/** Largest size of the engine's files with brotli, by the start of their names.
 * The rest of the name is the hash. `docs/browser-engine.md` lists the contents. Pictures had 150,000
 * before those of inns and traders were added. */
const ENGINE_LIMITS = { bastide: 614_400, 'bastide-art': 156_000 };
/** Rules and bots alone, with brotli. `cargo xtask wasm` builds them to be measured. They had 200,000
 * before inns and traders were added, and 206,000 before records listed all problems of a set-up at
 * once. */
const RULES_AND_BOTS = new URL('../src/engine/measured/bastide-bots.wasm', import.meta.url);
const RULES_AND_BOTS_LIMIT = 206_500;
const folder = process.argv[2];
const dist = folder === undefined ? new URL('../dist/', import.meta.url) : pathToFileURL(`${folder}/`);
const at = (name) => new URL(name.replace(/^\//, ''), dist);
const read = (name) => readFileSync(at(name));
/** Returns the size as sent: files below the threshold are not compressed. */
const sent = (name, ending) => read(existsSync(at(`${name}.${ending}`)) ? `${name}.${ending}` : name).length;

const largest = (names) => names.sort((a, b) => sent(b, 'gz') - sent(a, 'gz'));

const unpack = { br: brotliDecompressSync, gz: gunzipSync };
const built = readdirSync(dist, { recursive: true });
for (const name of built.filter(isCompressible)) {
  const content = read(name);
  for (const [ending, open] of Object.entries(unpack)) {
    const packed = `${name}.${ending}`;
    if (content.length < WORTHWHILE) continue;
    if (!built.includes(packed)) throw new Error(`${packed} is not there: build anew`);
    if (!open(read(packed)).equals(content)) throw new Error(`${packed} is another file`);
  }
}

const assets = readdirSync(new URL('assets/', dist))
  .filter((name) => /\.(?:js|css)$/.test(name))
  .map((name) => `/assets/${name}`);
const named = (start) => assets.filter((name) => name.startsWith(`/assets/${start}-`));

const page = read('index.html').toString();
const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((m) => m[1]);
waiting.push(...named('TablePage').filter((name) => name.endsWith('.js')));
const languages = ['uk', 'ru', 'en'].flatMap((language) =>
  named(language)
    .filter((name) => !['later', 'panels'].some((part) => name.startsWith(`/assets/${language}-${part}-`)))
    .slice(0, 1),
);
const [language] = largest(languages);
const [expansion] = largest(assets.filter((name) => /-table-\w\w-.{8}\.js$/.test(name)));
if (language === undefined || expansion === undefined || waiting.length < 3)
  throw new Error('dist is not as expected: build it first');
waiting.push(language, expansion);

const seen = new Set();
const total = { gz: 0, br: 0 };
const line = ({ gz, br }, what) => console.log(`${String(gz).padStart(7)} ${String(br).padStart(7)}  ${what}`);
console.log('   gzip  brotli');
while (waiting.length > 0) {
  const name = waiting.pop();
  if (seen.has(name)) continue;
  seen.add(name);
  const size = { gz: sent(name, 'gz'), br: sent(name, 'br') };
  total.gz += size.gz;
  total.br += size.br;
  line(size, name);
  // A script loads the stylesheet of the same name. Its hash has eight
  // characters, one of which may be a hyphen.
  const stem = /^\/assets\/(.+?)(?:\.svelte)?-.{8}\.js$/.exec(name)?.[1];
  if (stem !== undefined) waiting.push(...named(stem).filter((one) => one.endsWith('.css')));
  // Static imports only; dynamic imports do not count.
  for (const found of read(name)
    .toString()
    .matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
    waiting.push(`/assets/${found[1].slice(2)}`);
  }
}
line(total, `in all; with gzip at most ${LIMIT}`);
if (total.gz > LIMIT) {
  console.error('first load is too large: load something later, or leave it out');
  process.exit(1);
}

// The engine is loaded later, if there is one.
for (const [name, limit] of Object.entries(ENGINE_LIMITS)) {
  const file = readdirSync(new URL('assets/', dist)).find((one) => new RegExp(`^${name}-.{8}\\.wasm$`).test(one));
  if (file === undefined) {
    console.log(`${name}.wasm is not part of this build`);
    continue;
  }
  const size = { gz: sent(`/assets/${file}`, 'gz'), br: sent(`/assets/${file}`, 'br') };
  line(size, `/assets/${file}; with brotli at most ${limit}`);
  if (size.br > limit) {
    console.error(`${name}.wasm is too large`);
    process.exit(1);
  }
}
if (existsSync(RULES_AND_BOTS)) {
  const content = readFileSync(RULES_AND_BOTS);
  const packed = (ending) => codings[ending](content, RULES_AND_BOTS.pathname);
  const size = { gz: (await packed('gz')).length, br: (await packed('br')).length };
  line(size, `rules and bots alone; with brotli at most ${RULES_AND_BOTS_LIMIT}`);
  if (size.br > RULES_AND_BOTS_LIMIT) {
    console.error('rules and bots are too large');
    process.exit(1);
  }
}
