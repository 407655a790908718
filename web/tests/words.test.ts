import { describe, expect, it } from 'vitest';

import { choose, fill } from '../src/lib/i18n.svelte';

const speak = (language: string) => [new Intl.PluralRules(language), new Intl.NumberFormat(language)] as const;

describe('texts', () => {
  it('fills parameters in and leaves unknown ones standing', () => {
    expect(fill('{name} has {n} of {other}', { name: 'Ann', n: 1234 }, ...speak('en'))).toBe(
      'Ann has 1,234 of {other}',
    );
  });

  it('never reads a parameter as a text of its own', () => {
    expect(fill('{name}: {text}', { name: '{text}', text: '$& {name}' }, ...speak('en'))).toBe('{text}: $& {name}');
  });

  it('takes the plural the language wants', () => {
    const tiles = { one: '{n} плитка', few: '{n} плитки', many: '{n} плиток', other: '{n} плитки' };
    const say = (n: number): string => fill(tiles, { n }, ...speak('uk'));
    expect([1, 2, 5, 11, 21, 22, 25].map(say)).toEqual([
      '1 плитка',
      '2 плитки',
      '5 плиток',
      '11 плиток',
      '21 плитка',
      '22 плитки',
      '25 плиток',
    ]);
    expect(say(1.5)).toBe('1,5 плитки');
  });
});

describe('language', () => {
  it('is the first of the browser that we speak', () => {
    expect(choose(['de-DE', 'uk-UA', 'en'])).toBe('uk');
    expect(choose(['ru'])).toBe('ru');
  });
  it('is English if we speak none', () => {
    expect(choose(['de', 'fr-CA'])).toBe('en');
    expect(choose([])).toBe('en');
  });
});
