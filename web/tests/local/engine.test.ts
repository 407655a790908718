// The boundary to WebAssembly, with small modules assembled here.
import { afterEach, describe, expect, it, vi } from 'vitest';

import { compile, EngineCalls, EngineTrap, instantiate, type Engine } from '../../src/local/engine';

/** Encodes a number as LEB128. */
function leb(n: number): number[] {
  const bytes: number[] = [];
  for (let rest = n; ; rest >>= 7) {
    const isLast = (rest >= 0 && rest < 64) || (rest < 0 && rest >= -64);
    bytes.push((rest & 0x7f) | (isLast ? 0 : 0x80));
    if (isLast) return bytes;
  }
}
const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];
const section = (id: number, ...parts: number[][]): number[] => {
  const content = [parts.length, ...parts.flat()];
  return [id, ...leb(content.length), ...content];
};
const code = (...body: number[]): number[] => [body.length + 2, 0, ...body, 0x0b];
const constant = (n: number): number[] => [0x41, ...leb(n)];

/** Where the response is. */
const OUTPUT = 70_000;

/** Assembles an engine that always gives the same response, or traps. */
function moduleOf(response: string | null): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(response ?? '');
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // Types: () -> f64, (i32) -> i32, () -> i32.
    ...section(1, [0x60, 0, 1, 0x7c], [0x60, 1, 0x7f, 1, 0x7f], [0x60, 0, 1, 0x7f]),
    ...section(2, [...text('env'), ...text('now'), 0, 0]),
    ...section(3, [1], [2], [2]),
    // Two pages of memory.
    ...section(5, [0, 2]),
    ...section(
      7,
      [...text('memory'), 2, 0],
      [...text('input'), 0, 1],
      [...text('call'), 0, 2],
      [...text('output_len'), 0, 3],
    ),
    ...section(
      10,
      code(...constant(1024)),
      response === null ? code(0x00) : code(...constant(OUTPUT)),
      code(...constant(bytes.length)),
    ),
    ...section(11, [0, ...constant(OUTPUT), 0x0b, ...leb(bytes.length), ...bytes]),
  ]);
}
const engineOf = (response: string | null): Engine => instantiate(new WebAssembly.Module(moduleOf(response)));

afterEach(() => vi.unstubAllGlobals());

describe('the engine', () => {
  it('takes and gives JSON', () => {
    expect(engineOf('{"ok":{"protocol":1,"name":"Замок"}}').call({ call: 'version' })).toEqual({
      protocol: 1,
      name: 'Замок',
    });
    expect(engineOf('{"ok":null}').call({})).toBeNull();
  });

  it('refuses with a reason', () => {
    const refused = '{"problem":{"code":"action/illegal","message":"occupied"}}';
    expect(() => engineOf(refused).call({})).toThrow(expect.objectContaining({ code: 'action/illegal' }));
  });

  it.each([null, '', '{', '7', '{}', '{"problem":{"code":1}}'])('is dead if it traps or talks nonsense: %j', (said) => {
    expect(() => engineOf(said).call({})).toThrow(EngineTrap);
  });

  it('is not any other file', () => {
    const empty = new WebAssembly.Module(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(() => instantiate(empty)).toThrow(/not the engine/);
  });

  it('is replaced by a new instance after a trap', () => {
    const said = [null, '{"ok":{"protocol":1}}', '{"ok":"text"}'];
    const calls = new EngineCalls(() => engineOf(said.shift() ?? null));
    expect(() => calls.version()).toThrow(EngineTrap);
    expect(calls.version()).toEqual({ protocol: 1 });
    expect(calls.generation).toBe(1);
    // A response of another form says that the engine is of no use either.
    expect(() => calls.record('a')).toThrow(EngineTrap);
  });

  it('is loaded even if the server does not know the type of the file', async () => {
    const answer = (): Response => new Response(moduleOf('{"ok":1}'), { headers: { 'content-type': 'text/plain' } });
    vi.stubGlobal('fetch', () => Promise.resolve(answer()));
    expect(instantiate(await compile('/engine.wasm')).call({})).toBe(1);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
    await expect(compile('/engine.wasm')).rejects.toThrow('404');
  });
});
