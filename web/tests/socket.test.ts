// The connection to a table, over a WebSocket that the test controls.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Socket } from '../src/lib/socket';
import type { ServerMsg } from '../src/wire/wire';

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

  hear(message: Partial<ServerMsg>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const listener = { message: () => {}, state: () => {}, closed: () => {}, lastSeen: () => 0 };

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
    line.hear({ type: 'welcome' });
    void socket.ask({ kind: 'standing' }).catch(() => {});
    vi.advanceTimersByTime(1_000);
    line.hear({ type: 'presence' });
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
    line.hear({ type: 'welcome' });
    vi.advanceTimersByTime(600_000);
    expect(line.isClosed).toBe(false);
    socket.close();
  });
});
