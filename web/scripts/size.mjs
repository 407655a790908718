// Refuses a first load that is too heavy for a phone on a bad line: script and
// style of the table, the heaviest page one can come to first, with the longest
// language, packed with gzip. Drawings of tiles do not count.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 90 * 1024;
const dist = new URL('../dist/', import.meta.url);
const read = (name) => readFileSync(new URL(name.replace(/^\//, ''), dist));
const packed = (name) => gzipSync(read(name), { level: 9 }).length;
const assets = readdirSync(new URL('assets/', dist)).map((name) => `/assets/${name}`);
const named = (start) => assets.filter((name) => name.startsWith(`/assets/${start}-`));

const page = read('index.html').toString();
const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((m) => m[1]);
waiting.push(...named('TablePage').filter((name) => name.endsWith('.js')));
const languages = ['uk', 'ru', 'en'].flatMap((language) => named(language).slice(0, 1));
languages.sort((a, b) => packed(b) - packed(a));
if (languages.length === 0 || waiting.length < 3) throw new Error('dist is not as expected: build it first');
waiting.push(languages[0]);

const seen = new Set();
let total = 0;
while (waiting.length > 0) {
  const name = waiting.pop();
  if (seen.has(name)) continue;
  seen.add(name);
  const size = packed(name);
  total += size;
  console.log(`${String(size).padStart(7)}  ${name}`);
  // A script brings the style of the same name.
  const stem = /^\/assets\/(.+)-[^-]+\.js$/.exec(name)?.[1];
  if (stem !== undefined) waiting.push(...named(stem).filter((one) => one.endsWith('.css')));
  // Static imports only; what is imported when it is needed does not count.
  for (const found of read(name).toString().matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
    waiting.push(`/assets/${found[1].slice(2)}`);
  }
}
console.log(`${String(total).padStart(7)}  in all, of ${LIMIT}`);
if (total > LIMIT) {
  console.error('first load is too large: load something later, or leave it out');
  process.exit(1);
}
