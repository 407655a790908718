import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '../../src/lib/request';
import { speak } from '../../src/lib/i18n.svelte';
import { Messages } from '../../src/lib/session/messages.svelte';

describe('messages', () => {
  beforeAll(() => speak('en'));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('change the live region even if the text is the same', () => {
    const messages = new Messages();
    messages.announce('Your turn.');
    const first = messages.announcement;
    messages.announce('Your turn.');
    expect([first, messages.announcement.trim()]).toEqual(['Your turn.', 'Your turn.']);
    expect(messages.announcement).not.toBe(first);
  });

  it('hide a notice after a while, but not a later one', () => {
    const messages = new Messages();
    messages.notify('one');
    vi.advanceTimersByTime(5_000);
    messages.notify('two');
    vi.advanceTimersByTime(5_000);
    expect(messages.notice).toBe('two');
    vi.advanceTimersByTime(5_000);
    expect(messages.notice).toBeNull();
  });

  it('show the error of a failed task', async () => {
    const messages = new Messages();
    expect(await messages.attempt(() => Promise.resolve())).toBe(true);
    expect(messages.error).toBeNull();
    expect(await messages.attempt(() => Promise.reject(new Refusal(null)))).toBe(false);
    expect(messages.error).toContain('connection');
  });
});
