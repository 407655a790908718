import { expect, it } from 'vitest';

import { tablePath } from '../src/lib/pasted';

const origin = 'https://games.example';

it('finds the table in a pasted text', () => {
  const path = '/t/abcdefghjkmn';
  expect(tablePath(`${origin}${path}`, origin)).toBe(path);
  expect(tablePath(`Join me: ${origin}${path}#handover=XYZ \n`, origin)).toBe(`${path}#handover=XYZ`);
  expect(tablePath(`${origin}${path}/replay?at=3`, origin)).toBe(`${path}/replay`);
});

it('refuses links to anything else', () => {
  for (const wrong of [
    '',
    'abcdefghjkmn',
    `${origin}/admin`,
    `${origin}/t/`,
    `${origin}/t/a/../../x`,
    'https://evil.example/t/abcdefghjkmn',
    `javascript:alert(1)//${origin}/t/abcdefghjkmn`,
    `${origin}.evil.example/t/abcdefghjkmn`,
    '//games.example/t/abcdefghjkmn',
  ]) {
    expect(tablePath(wrong, origin), wrong).toBeNull();
  }
});
