// Games in links: a record, compressed, after the `#` of an address. Servers do
// not receive that part.

/** Maximum length of a record, as in the engine. */
const MOST = 1 << 20;

const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Reads a stream; returns `null` if it is longer than a record. */
async function gather(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the end of a link to a game, with the `#`. */
export async function fragmentOf(record: string): Promise<string> {
  const packed = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `#z=${toText((await gather(packed)) ?? new Uint8Array())}`;
}

/** Returns the game in the end of a link: a record or a position string. Returns
 * `null` if there is none, and an empty text if it is damaged. */
export async function gameIn(fragment: string): Promise<string | null> {
  const [, key, value] = /^#([pz])=(.*)$/.exec(fragment) ?? [];
  if (key === undefined || value === undefined) return null;
  if (key === 'p') return value;
  try {
    const packed = new Blob([toBytes(value)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = await gather(packed);
    return bytes === null ? '' : new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
