// Refuses a first load that is too heavy for a phone on a bad line: the page's
// own script and style and all they import at once, packed with gzip.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 90 * 1024;
const dist = new URL('../dist/', import.meta.url);
const read = (name) => readFileSync(new URL(name.replace(/^\//, ''), dist));

const page = read('index.html').toString();
const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((m) => m[1]);
const seen = new Set();
let total = 0;
while (waiting.length > 0) {
  const name = waiting.pop();
  if (seen.has(name)) continue;
  seen.add(name);
  const text = read(name);
  const packed = gzipSync(text, { level: 9 }).length;
  total += packed;
  console.log(`${String(packed).padStart(7)}  ${name}`);
  // Static imports only; what is imported when it is needed does not count.
  for (const found of text.toString().matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
    waiting.push(`/assets/${found[1].slice(2)}`);
  }
}
console.log(`${String(total).padStart(7)}  in all, of ${LIMIT}`);
if (total > LIMIT) {
  console.error('first load is too large: load something later, or leave it out');
  process.exit(1);
}
