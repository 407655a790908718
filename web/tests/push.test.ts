import { describe, expect, it } from 'vitest';

import { bytesOf, described } from '../src/lib/push.svelte';
import { noticeOf } from '../src/worker/notice';

const table = 'abcdefghjkmn';

describe('notifications', () => {
  it('say whose turn it is in the language of the reader', () => {
    const turn = { table, revision: 7, names: ['Ann', 'Ben'], language: 'en' };
    expect(noticeOf(turn)).toEqual({
      title: 'Your turn',
      body: 'At the table: Ann and Ben',
      lang: 'en',
      tag: `turn-${table}`,
      path: `/t/${table}`,
    });
    expect(noticeOf({ ...turn, language: 'uk' })).toMatchObject({
      title: 'Ваш хід',
      body: 'За столом: Ann і Ben',
      lang: 'uk',
    });
    expect(noticeOf({ ...turn, language: 'ru' })).toMatchObject({
      title: 'Ваш ход',
      body: 'За столом: Ann и Ben',
      lang: 'ru',
    });
    expect(noticeOf({ ...turn, names: [] }).body).toBe('A correspondence game is waiting for you.');
  });

  it('open no page but a table, whatever the message says', () => {
    for (const wrong of ['//evil.example', '../admin', 'https://evil.example', 'abc', '', 7, null, `${table}/x`]) {
      expect(noticeOf({ table: wrong, names: ['Ann'], language: 'en' })).toMatchObject({ path: '/', tag: 'turn' });
    }
    for (const wrong of [
      null,
      undefined,
      7,
      'text',
      [],
      { language: 'constructor', names: 'Ann' },
      { names: [1, null, ''] },
    ]) {
      expect(noticeOf(wrong)).toMatchObject({
        title: 'Your turn',
        lang: 'en',
        path: '/',
        body: 'A correspondence game is waiting for you.',
      });
    }
    expect(noticeOf({ table, names: Array<string>(50).fill('x'), language: 'en' }).body.match(/x/g)).toHaveLength(5);
  });
});

describe('a subscription', () => {
  it('is sent as the server wants it', () => {
    expect(described({ endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } })).toEqual({
      endpoint: 'https://push.example/x',
      p256dh: 'p',
      auth: 'a',
      language: 'en',
    });
  });

  it('is made for the key of the server', () => {
    expect([...bytesOf('-_8A')]).toEqual([251, 255, 0]);
    expect(bytesOf('BAAA'.padEnd(87, 'A'))).toHaveLength(65);
  });
});
