import { describe, expect, it } from 'vitest';

import { Panels } from '../../src/lib/session/panels.svelte';

describe('panels', () => {
  it('open one at a time and close on the second press', () => {
    const panels = new Panels();
    panels.toggle('menu');
    panels.toggle('history');
    expect(panels.open).toBe('history');
    panels.toggle('history');
    expect(panels.open).toBeNull();
  });

  it('count chat messages until the chat is opened', () => {
    const panels = new Panels();
    panels.countMessages(2);
    expect(panels.unread).toBe(2);
    panels.toggle('chat');
    expect(panels.unread).toBe(0);
    panels.countMessages(1);
    expect(panels.unread).toBe(0);
  });
});
