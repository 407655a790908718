// Renders the PNG icons in `public` from `icon.svg`: `node scripts/icons.mjs`.
// Installed pages and notifications do not support SVG on all platforms.
// Rendered by Debian's Chromium, or by the browser in `CHROMIUM`; the results
// are committed, since builds have no browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const at = (name) => new URL(`../public/${name}`, import.meta.url);
/** Maximum size of an icon in bytes. */
const LIMIT = 12 * 1024;

const plain = readFileSync(at('icon.svg'), 'utf8');
const replaced = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`icon.svg has no ${from} any more: adapt this script`);
  return text.replace(from, to);
};
/** Without rounded corners: platforms apply their own mask. The figure is
 * within the central circle of 80 % that every mask keeps. */
const full = replaced(replaced(plain, ' rx="14"', ''), 'v6q0 14-14 14H14Q0 64 0 50z', 'v20H0z');
/** The figure alone, larger: Android uses the shape of a badge and colours it. */
const figure = plain.slice(plain.lastIndexOf('<path'));
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="9 5.500 46 46">${figure.replaceAll(/#[0-9a-f]{6}/g, '#fff')}`;

const ICONS = {
  'icon-192.png': [plain, 192],
  'icon-512.png': [plain, 512],
  'icon-maskable-192.png': [full, 192],
  'icon-maskable-512.png': [full, 512],
  'apple-touch-icon.png': [full, 180],
  'badge.png': [badge, 96],
};

/** Returns the pixels of a drawing as RGBA. */
async function pixelsOf(page, svg, size) {
  const url = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', `<svg width="${size}" height="${size}"`))}`;
  return page.evaluate(
    async ([url, size]) => {
      const image = new Image(size, size);
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(size, size);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0, size, size);
      return [...pen.getImageData(0, 0, size, size).data];
    },
    [url, size],
  );
}

/** Reduces the pixels to at most 256 colours: the most frequent ones; others
 * are mapped to the nearest of these. */
function palette(pixels) {
  const counts = new Map();
  for (let n = 0; n < pixels.length; n += 4) {
    const colour = pixels.slice(n, n + 4).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour.split(',').map(Number));
  const kept = colours.slice(0, 256);
  const away = (a, b) => a.reduce((sum, part, n) => sum + (part - b[n]) ** 2, 0);
  const nearest = (colour) =>
    kept.reduce((best, one, n) => (away(one, colour) < away(kept[best], colour) ? n : best), 0);
  return { kept, index: new Map(colours.map((colour, n) => [colour.join(), n < 256 ? n : nearest(colour)])) };
}

/** Encodes a PNG with a palette. */
function encode(pixels, size) {
  const { kept, index } = palette(pixels);
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const n = (y * size + x) * 4;
      rows[y * (size + 1) + 1 + x] = index.get(pixels.slice(n, n + 4).join());
    }
  }
  const chunk = (kind, content) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(kept.flatMap((colour) => colour.slice(0, 3)))),
    chunk('tRNS', Buffer.from(kept.map((colour) => colour[3]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const chrome = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await chrome.newPage();
for (const [name, [svg, size]] of Object.entries(ICONS)) {
  const png = encode(await pixelsOf(page, svg, size), size);
  if (png.length > LIMIT) throw new Error(`${name} has ${png.length} bytes, more than ${LIMIT}`);
  writeFileSync(at(name), png);
  console.log(`${String(png.length).padStart(6)}  ${name}`);
}
await chrome.close();
