// Compresses the build once at the highest level, so that the server only has
// to select a file: NAME.br and NAME.gz are written beside NAME.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { writeFileList } from './precache.mjs';

/** Minimum size for compression, in bytes: smaller files fit into one packet. */
export const WORTHWHILE = 1024;

/** Returns true if a file of this name is worth compressing; images and fonts are
 * compressed already. */
export const isCompressible = (name) => /\.(?:js|css|svg|html|json|webmanifest|txt|wasm)$/.test(name);

const brotli = (content, path) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: path.endsWith('.wasm')
        ? constants.BROTLI_MODE_GENERIC
        : constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** The codings of files: from their content and path to the bytes that are sent. */
export const codings = { br: brotli, gz: (content) => promisify(gzip)(content, { level: 9 }) };

async function packFile(path) {
  const content = await readFile(path);
  for (const [ending, compress] of Object.entries(codings)) {
    const packed = `${path}.${ending}`;
    if (content.length >= WORTHWHILE) await writeFile(packed, await compress(content, path));
    // A file left from an earlier build would be sent instead.
    else await rm(packed, { force: true });
  }
}

/** The Vite plugin; it runs last, after static files are copied. */
export function pack() {
  return {
    name: 'bastide-pack',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir }) {
      await writeFileList(dir);
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && isCompressible(entry.name));
      await Promise.all(files.map((entry) => packFile(join(entry.parentPath ?? entry.path, entry.name))));
    },
  };
}
