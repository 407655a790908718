// The files of the engine, if this build has them.

const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('../engine/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Address of the rules, bots, tables and postcards, or `null`. */
export const ENGINE_FILE = FILES['../engine/bastide.wasm'] ?? null;
/** Address of the part that draws tiles and pieces, or `null`. */
export const ART_FILE = FILES['../engine/bastide-art.wasm'] ?? null;

/** Returns true if games can be played on this device. */
export const canPlayHere = (): boolean =>
  ENGINE_FILE !== null && typeof Worker === 'function' && typeof WebAssembly === 'object';
