import { describe, expect, it } from 'vitest';

import { readPath } from '../src/lib/router.svelte';

describe('addresses', () => {
  it('are read', () => {
    expect(readPath('/')).toEqual({ page: 'front' });
    expect(readPath('/new')).toEqual({ page: 'new' });
    expect(readPath('/open')).toEqual({ page: 'open' });
    expect(readPath('/analysis')).toEqual({ page: 'analysis' });
    expect(readPath('/puzzles')).toEqual({ page: 'puzzles', name: null });
    expect(readPath('/puzzles/daily')).toEqual({ page: 'puzzles', name: 'daily' });
    expect(readPath('/engines')).toEqual({ page: 'engines', name: null });
    expect(readPath('/engines/12')).toEqual({ page: 'engines', name: '12' });
    expect(readPath('/embed')).toEqual({ page: 'embed', id: null });
    expect(readPath('/embed/1abc')).toEqual({ page: 'embed', id: '1abc' });
    expect(readPath('/t/abc')).toEqual({ page: 'table', id: 'abc' });
    expect(readPath('/t/abc/replay')).toEqual({ page: 'replay', id: 'abc' });
    expect(readPath('/guide')).toEqual({ page: 'guide', name: null });
    expect(readPath('/guide/river')).toEqual({ page: 'guide', name: 'river' });
    expect(readPath('/learn/base')).toEqual({ page: 'learn', name: 'base' });
  });

  it('lead nowhere if we do not know them', () => {
    for (const path of [
      '/x',
      '/t',
      '/t/abc/x',
      '/t/abc/replay/1',
      '/new/x',
      '/puzzles/a/b',
      '/guide/a/b',
      '/about/x',
    ]) {
      expect(readPath(path)).toEqual({ page: 'not_found' });
    }
  });
});
