// PNG files with a palette of 256 colours, a third as large as screenshots.
import { crc32, deflateSync } from 'node:zlib';

const COLOURS = 256;
/** Bits of each channel that distinguish colours. */
const BITS = 5;

/** Decodes an image in a page; returns its size and its pixels, four bytes
 * each. */
async function decode(page, png) {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let at = 0; at < pixels.length; at += 8192) text += String.fromCharCode(...pixels.subarray(at, at + 8192));
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  }, png.toString('base64'));
  return { width, height, pixels: Buffer.from(data, 'base64') };
}

const keyOf = (pixels, at) =>
  ((pixels[at] >> (8 - BITS)) << (2 * BITS)) |
  ((pixels[at + 1] >> (8 - BITS)) << BITS) |
  (pixels[at + 2] >> (8 - BITS));

/** Returns the similar colours of an image with their mean and number. */
function histogram(pixels) {
  const found = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyOf(pixels, at);
    const entry = found.get(key) ?? { key, count: 0, sum: [0, 0, 0] };
    entry.count += 1;
    for (let channel = 0; channel < 3; channel += 1) entry.sum[channel] += pixels[at + channel];
    found.set(key, entry);
  }
  return [...found.values()].map(({ key, count, sum }) => ({ key, count, mean: sum.map((all) => all / count) }));
}

/** Returns the channel in which a box of colours is widest, and its variance
 * times the number of pixels. */
function widest(box) {
  const count = box.reduce((sum, one) => sum + one.count, 0);
  const spreads = [0, 1, 2].map((channel) => {
    const mean = box.reduce((sum, one) => sum + one.mean[channel] * one.count, 0) / count;
    return box.reduce((sum, one) => sum + (one.mean[channel] - mean) ** 2 * one.count, 0);
  });
  const spread = Math.max(...spreads);
  return { channel: spreads.indexOf(spread), spread };
}

/** Divides colours into boxes at their medians, the box with the largest variance
 * first. */
function divide(colours) {
  const boxes = [{ box: colours, ...widest(colours) }];
  while (boxes.length < COLOURS) {
    boxes.sort((a, b) => a.spread - b.spread);
    const { box, channel, spread } = boxes.pop();
    if (spread === 0) return [...boxes.map((one) => one.box), box];
    box.sort((a, b) => a.mean[channel] - b.mean[channel]);
    let left = box.reduce((sum, one) => sum + one.count, 0) / 2;
    let at = 0;
    do left -= box[at++].count;
    while (left > 0 && at < box.length - 1);
    for (const part of [box.slice(0, at), box.slice(at)]) boxes.push({ box: part, ...widest(part) });
  }
  return boxes.map((one) => one.box);
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Returns a screenshot as a PNG with a palette. */
export async function withPalette(page, png) {
  const { width, height, pixels } = await decode(page, png);
  const boxes = divide(histogram(pixels));
  const palette = Buffer.alloc(3 * boxes.length);
  const indices = new Map();
  boxes.forEach((box, n) => {
    const count = box.reduce((sum, one) => sum + one.count, 0);
    for (let channel = 0; channel < 3; channel += 1)
      palette[3 * n + channel] = Math.round(box.reduce((sum, one) => sum + one.mean[channel] * one.count, 0) / count);
    for (const { key } of box) indices.set(key, n);
  });
  // Each row begins with the number of its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + x + 1] = indices.get(keyOf(pixels, 4 * (y * width + x)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, a palette.
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
