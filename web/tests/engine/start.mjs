// Runs the engine's modules without the page, in Node and in browsers.

/** Starts a compiled module. Returns a function that executes requests, and the
 * memory of the module.
 *
 * @param {WebAssembly.Module} module
 * @returns {{ call: (request: unknown) => any, memory: WebAssembly.Memory }}
 */
export function start(module) {
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

/** Plays all games of the golden file of bot moves and returns its lines. */
function goldenLines(call) {
  return call({ call: 'golden' }).ok.map((name) => call({ call: 'golden', name }).ok);
}

/** Returns a script that plays the golden games in a page of a browser and
 * evaluates to their lines: `await page.evaluate(goldenScript('/assets/….wasm'))`.
 * They must equal the lines of `crates/bastide-bots/tests/golden/moves.txt`. */
export function goldenScript(url) {
  return `(async () => {
    ${start}
    ${goldenLines}
    const response = await fetch(${JSON.stringify(url)});
    return goldenLines(start(await WebAssembly.compile(await response.arrayBuffer())).call);
  })()`;
}
