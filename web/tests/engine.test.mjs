// The engine as WebAssembly, compared with the native one. Skipped if it was
// not built (`cargo xtask wasm`).

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('../src/engine/bastide.wasm', import.meta.url);
const ART = new URL('../src/engine/bastide-art.wasm', import.meta.url);
const GOLDEN = new URL('../../crates/bastide-bots/tests/golden/moves.txt', import.meta.url);
/** Memory of a module after whole games, in bytes. */
const MOST_MEMORY = 16 << 20;

/** Starts a module and returns a function that executes requests. */
function start(file) {
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { env: { now: () => performance.now() } });
  const call = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const out = exports.call();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, out, exports.output_len())));
  };
  return { call, memory: exports.memory };
}

describe.skipIf(!existsSync(MODULE))('the engine', () => {
  it('plays the same bot moves as native code', { timeout: 300_000 }, () => {
    const { call, memory } = start(MODULE);
    const names = call({ call: 'golden' }).ok;
    expect(names.length).toBeGreaterThan(30);
    const played = names.map((name) => call({ call: 'golden', name }).ok);
    const golden = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n');
    expect(played).toEqual(golden);
    expect(memory.buffer.byteLength).toBeLessThan(MOST_MEMORY);
  });

  it('reports unreadable requests', () => {
    const { call } = start(MODULE);
    expect(call({ call: 'nonsense' }).problem.code).toBe('message/malformed');
    expect(call(null).problem.code).toBe('message/malformed');
  });

  it('speaks the protocol of the page', () => {
    const { call } = start(MODULE);
    const wire = readFileSync(new URL('../src/wire/wire.ts', import.meta.url), 'utf8');
    const protocol = /export const PROTOCOL = (\d+)/.exec(wire)?.[1];
    expect(String(call({ call: 'version' }).ok.protocol)).toBe(protocol);
  });
});

describe.skipIf(!existsSync(ART))('the pictures of the engine', () => {
  it('are SVG documents', { timeout: 300_000 }, () => {
    const { call } = start(ART);
    for (const request of [
      { call: 'pieces', theme: 'light' },
      { call: 'sprite', set: 'base', theme: 'dark' },
      { call: 'backdrop', rules: 'stronghold', theme: 'light' },
      { call: 'postcard', record: 'bastide 1\ngame land rules=base seats=2\n', theme: 'light', language: 'uk' },
    ]) {
      expect(call(request).ok, JSON.stringify(request)).toMatch(/^<svg[^]*<\/svg>\s*$/);
    }
    expect(call({ call: 'sprite', set: 'nonsense', theme: 'light' }).problem.code).toBe('server/not_found');
  });
});
