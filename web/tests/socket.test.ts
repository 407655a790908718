// The connection to a table, over a WebSocket that the test controls.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Socket } from '../src/lib/socket';
import { readMessage } from '../src/lib/received';

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: string[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  hear(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

const listener = {
  message: vi.fn(),
  state: () => {},
  malformed: vi.fn(),
  closed: () => {},
  lastSeen: () => 0,
  saved: () => {},
};

const game = { family: 'land', rules: 'base', set: 'base', scores: [], hands: [], bag: [], laid: [], figures: [] };
const table = {
  id: 'abc',
  seq: 1,
  phase: { kind: 'open' },
  seats: [{ colour: 'red', who: { kind: 'nobody' } }],
  yours: [],
  deal: { salts: [] },
  moderation: { muted_seats: [], muted_watchers: [], removed: [] },
  game,
  events: [],
};
const welcome = { type: 'welcome', protocol: 1, server: '1', now: 0, table, offers: null, unseen: null };
const presence = { type: 'presence', here: [true], watchers: 0 };

/** Messages that the page could not show. */
const HOSTILE: readonly unknown[] = [
  '',
  '{',
  'null',
  '[]',
  '"welcome"',
  '7',
  {},
  { type: 'toString' },
  { type: '__proto__' },
  { type: 'gift', table },
  { ...welcome, table: null },
  { ...welcome, offers: [] },
  { ...welcome, now: '0' },
  { ...welcome, table: { ...table, game: null } },
  { ...welcome, table: { ...table, seats: [null] } },
  { ...welcome, table: { ...table, seats: { length: 2 } } },
  { ...welcome, table: { ...table, events: [{ seq: 1, what: null }] } },
  { ...welcome, table: { ...table, game: { ...game, laid: [{ tile: 'D', cell: { x: 0 } }] } } },
  { ...welcome, table: { ...table, game: { ...game, family: 'sea' } } },
  { ...welcome, table: { ...table, phase: { kind: 'asleep' } } },
  { ...welcome, table: { ...table, seats: [{ colour: 'red', who: { kind: 'ghost' } }] } },
  { ...welcome, table: { ...table, events: [{ seq: 1, what: { kind: 'sneezed' } }] } },
  { ...welcome, offers: { seat: 0, prompt: 'sing', offers: [] } },
  { type: 'update', table, laid_from: 0, offers: null },
  { type: 'presence', here: 'all', watchers: 1 },
  { type: 'done', id: 1, done: { seq: 1, revision: 1 } },
  { type: 'refused', id: 'a', problem: { code: 'server/busy' } },
  { type: 'closing', problem: null, retry_after: 0 },
];

const reportError = vi.fn();

describe('a connection', () => {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', new URL('http://example.test/t/abc'));
    vi.stubGlobal('document', {
      addEventListener: () => {},
      removeEventListener: () => {},
      visibilityState: 'visible',
    });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    vi.stubGlobal('reportError', reportError);
    vi.clearAllMocks();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function connected(): Promise<{ socket: Socket; line: FakeSocket }> {
    const { Socket } = await import('../src/lib/socket');
    const socket = new Socket('abc', null, null, listener);
    const [line] = FakeSocket.all;
    if (line === undefined) throw new Error('no socket was opened');
    line.onopen?.();
    return { socket, line };
  }

  it('is made again if an answer does not come, whatever else does', async () => {
    const { socket, line } = await connected();
    line.hear(welcome);
    void socket.ask({ kind: 'standing' }).catch(() => {});
    vi.advanceTimersByTime(1_000);
    line.hear(presence);
    expect(line.isClosed).toBe(false);
    vi.advanceTimersByTime(120_000);
    expect(line.isClosed).toBe(true);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    socket.close();
  });

  it('is made again if the server does not answer the first message', async () => {
    const { socket, line } = await connected();
    vi.advanceTimersByTime(120_000);
    expect(line.isClosed).toBe(true);
    socket.close();
  });

  it('may be silent while nothing is asked', async () => {
    const { socket, line } = await connected();
    line.hear(welcome);
    vi.advanceTimersByTime(600_000);
    expect(line.isClosed).toBe(false);
    socket.close();
  });

  it.each(HOSTILE)('rejects %j', (message) => {
    expect(() => readMessage(typeof message === 'string' ? message : JSON.stringify(message))).toThrow();
  });

  it('reports messages that cannot be read, and recovers', async () => {
    const { socket, line } = await connected();
    line.hear(welcome);
    const asked = socket.command({ kind: 'say', text: 'hello' });
    const sent = line.sent.at(-1);
    line.hear({ type: 'update', table: 'none' });
    expect(reportError).toHaveBeenCalledOnce();
    expect(listener.malformed).toHaveBeenCalledOnce();
    expect(listener.message.mock.calls).toEqual([[welcome]]);
    expect(line.isClosed).toBe(true);

    vi.advanceTimersByTime(1_000);
    const again = FakeSocket.all.at(-1);
    expect(FakeSocket.all).toHaveLength(2);
    again?.onopen?.();
    again?.hear(welcome);
    // The command without a response is sent again.
    expect(again?.sent.at(-1)).toBe(sent);
    const { id } = JSON.parse(sent ?? '') as { id: string };
    again?.hear({ type: 'done', id, done: { seq: 2, revision: 0 } });
    await expect(asked).resolves.toEqual({ seq: 2, revision: 0 });
    socket.close();
  });

  it('is made less and less often if no message can be read', async () => {
    const { socket, line } = await connected();
    line.hear('{');
    for (let n = 0; n < 600; n += 1) {
      vi.advanceTimersByTime(1_000);
      const last = FakeSocket.all.at(-1);
      if (last?.isClosed === false) last.hear('{');
    }
    // In ten minutes, with delays of 5 to 10 seconds after the first few.
    expect(FakeSocket.all.length).toBeGreaterThan(50);
    expect(FakeSocket.all.length).toBeLessThan(130);
    socket.close();
  });
});
