// Colours and stacking order: defined in `tokens.css` only.
import { describe, expect, it } from 'vitest';

import app from '../src/app.css?raw';
import tokens from '../src/tokens.css?raw';

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
const files = Object.entries({ ...SOURCES, '../src/app.css': app }).filter(
  ([name]) => !name.includes('/wire/') && !name.includes('/words/'),
);

/** Colours in hexadecimal, as functions, or by name where a colour is expected. */
const RAW_COLOUR =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?=['"`;,\s)/])|\b(?:rgba?|hsla?|oklch|lab)\(|(?:color|background|fill|stroke|border|outline|shadow)[\w-]*: [^;{}]*\b(?:white|black|red|green|blue|yellow|gr[ae]y)\b/gi;
const RAW_ORDER = /z-index: *-?\d+/g;

const found = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([all]) => all);

/** Returns the names of the variables that a text defines. */
const defined = (text: string): string[] =>
  [...text.matchAll(/(?:^|[{;\s]|style:)(--[\w-]+)(?=:|=)/g)].map(([, name]) => name ?? '');
/** Returns the names of the variables that a text uses. A name that is put together at run time ends with `-`. */
const used = (text: string): string[] =>
  [...text.matchAll(/(?:var\(|getPropertyValue\([^)]*?['"`])(--[\w-]+)/g)].map(([, name]) => name ?? '');

describe('design tokens', () => {
  it.each(files)('%s has no colours and no stacking order of its own', (_, text) => {
    expect(found(RAW_COLOUR, text)).toEqual([]);
    expect(found(RAW_ORDER, text)).toEqual([]);
  });

  it('finds colours and orders where there are some', () => {
    const bad = '.a { color: #fff; fill: rgb(0 0 0 / 0.4); border: 1px solid black; z-index: 3; }';
    expect(found(RAW_COLOUR, bad)).toHaveLength(3);
    expect(found(RAW_ORDER, bad)).toHaveLength(1);
    expect(found(RAW_COLOUR, '{#each all as one} <use href="#gp" /> this.#added = class="white"')).toEqual([]);
  });

  it('exist if they are used', () => {
    const known = new Set([...defined(tokens), ...files.flatMap(([, text]) => defined(text))]);
    const isKnown = (name: string): boolean =>
      name.endsWith('-') ? [...known].some((one) => one.startsWith(name)) : known.has(name);
    const unknown = files.flatMap(([file, text]) =>
      used(text)
        .filter((name) => !isKnown(name))
        .map((name) => `${file} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are all used', () => {
    expect(defined(tokens).length).toBeGreaterThan(60);
    const names = new Set([...files.map(([, text]) => text), tokens].flatMap(used));
    const isUsed = (name: string): boolean =>
      names.has(name) || [...names].some((one) => one.endsWith('-') && name.startsWith(one));
    const own = files.map(([, text]) => text).join('');
    expect(defined(tokens).filter((name) => !isUsed(name) && !own.includes(`'${name}'`))).toEqual([]);
  });
});
