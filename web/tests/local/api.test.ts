// Requests of pages about tables on this device, which never reach the network.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import * as api from '../../src/lib/api';

const engine = vi.hoisted(() => ({ request: vi.fn((name: string) => Promise.resolve({ answers: name })) }));
vi.mock('../../src/local/client', () => ({ localClient: engine }));
vi.mock('../../src/local/connection', () => ({}));

const HERE = 'local-abcdefghijkm';
const network = vi.fn(() => Promise.reject(new TypeError('there is no network')));

beforeEach(() => vi.stubGlobal('fetch', network));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('a request about a table on this device', () => {
  it.each([
    ['view', () => api.seeTable(HERE), { table: HERE }],
    ['record', () => api.readRecord(HERE), { table: HERE }],
    ['scenes', () => api.scenes(HERE, 0, 9), { of: { id: HERE }, from: 0, to: 9 }],
    ['verify', () => api.verify(HERE), { table: HERE }],
  ])('is answered by the engine: %s', async (name, ask, args) => {
    expect(await ask()).toEqual({ answers: name });
    expect(engine.request).toHaveBeenCalledExactlyOnceWith(name, args);
    expect(network).not.toHaveBeenCalled();
  });

  it('goes to the server for another table', async () => {
    await expect(api.verify('abcdefghjkmn')).rejects.toThrow();
    expect(network).toHaveBeenCalledOnce();
    expect(engine.request).not.toHaveBeenCalled();
  });
});
