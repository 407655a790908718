// The layout that the style sheet selects.
import { afterEach, expect, it, vi } from 'vitest';

import APP from '../src/app.css?raw';

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });

afterEach(() => vi.unstubAllGlobals());

it('is read from the style sheet, again after each change of the size', async () => {
  let style = ' narrow';
  let resized: () => void = () => {};
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => style }));
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (resized = listener));
  const { layout } = await import('../src/lib/layout.svelte');
  expect(layout.isNarrow).toBe(true);
  style = ' flat';
  resized();
  expect([layout.name, layout.isNarrow, layout.isFlat]).toEqual(['flat', false, true]);
  style = '';
  resized();
  expect(layout.name).toBe('wide');
});

it('has its sizes in style sheets only', () => {
  const scripts = Object.entries(SOURCES).map(([name, text]) => [name, text.replace(/<style>[^]*<\/style>/, '')]);
  const sizes = scripts.filter(([, text]) =>
    /\b(?:width|height) *[<>]=? *\d{3}|\((?:max|min)-width: \d+px\)'/.test(text ?? ''),
  );
  expect(sizes.map(([name]) => name)).toEqual([]);
});

const styleOf = (text: string): string => /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';

/** The conditions of `app.css` on the size of the screen, by layout. */
const LAYOUTS = new Map(
  [...APP.matchAll(/@media (\(.*\)) \{\s*:root \{\s*--layout: (\w+);/g)].map(([, size = '', name = '']) => [
    name,
    size,
  ]),
);

it('is the same in all components of a table', () => {
  const [narrow = '', flat = ''] = ['narrow', 'flat'].map((name) => LAYOUTS.get(name));
  expect([narrow, flat]).toEqual(['(max-width: 720px)', '(max-height: 500px) and (min-width: 721px)']);
  const isBeside = '(min-width: 721px)';
  const allowed = [narrow, flat, isBeside, `(min-height: 501px) and ${isBeside}`];
  const styles = Object.entries(SOURCES).map(([name, text]): [string, string] => [name, styleOf(text)]);
  const queries = styles.flatMap(([name, style]) =>
    [...style.matchAll(/@container table (.*) \{/g)].map(([, size = '']) => [name, size] as const),
  );
  expect(queries.length).toBeGreaterThan(20);
  // Conditions on the width near the limit of the narrow layout are exactly that limit.
  const others = queries.filter(([, size]) => /-width: 7\d\dpx/.test(size) && !allowed.includes(size));
  expect(
    others.filter(([, size]) => !size.startsWith(`${isBeside} and `) && !size.startsWith(`${narrow} and `)),
  ).toEqual([]);
  const bySize = /@media \((?:max|min)-(?:width|height)/;
  const ofScreen = styles.filter(([name, style]) => name.startsWith('../src/table/') && bySize.test(style));
  expect(ofScreen.map(([name]) => name)).toEqual([]);
});
