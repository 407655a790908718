// The layout that the style sheet selects.
import { afterEach, expect, it, vi } from 'vitest';

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
