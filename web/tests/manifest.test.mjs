import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url));
const manifest = JSON.parse(read('public/manifest.webmanifest').toString());
const page = read('index.html').toString();

/** Returns the width and height of a PNG; fails for other files. */
function sizeOf(png) {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe('the page as an app', () => {
  it('has icons of the sizes that it says', () => {
    for (const { src, sizes, type } of manifest.icons) {
      const png = read(`public${src}`);
      expect(sizeOf(png), src).toBe(sizes);
      expect(type).toBe('image/png');
      expect(png.length, src).toBeLessThan(12 * 1024);
    }
    const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
    expect(kinds).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
    expect(sizeOf(read('public/apple-touch-icon.png'))).toBe('180x180');
    expect(sizeOf(read('public/badge.png'))).toBe('96x96');
  });

  it('is linked, in the colours of the page', () => {
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
    const papers = [
      ...read('src/tokens.css')
        .toString()
        .matchAll(/--paper: (#\w+);/g),
    ].map(([, colour]) => colour);
    expect([manifest.theme_color, manifest.background_color]).toEqual([papers[0], papers[0]]);
    const themes = [...page.matchAll(/name="theme-color" content="(#\w+)"/g)].map(([, colour]) => colour);
    expect(themes).toEqual(papers.slice(0, 2));
    expect(manifest).toMatchObject({ name: 'Bastide', display: 'standalone' });
  });
});
