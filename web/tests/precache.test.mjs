// The list of files in front of the service worker.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { filesOf, writeFileList } from '../scripts/precache.mjs';

describe('the list of files', () => {
  it('has every file of the build, with a version unless the name has one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bastide-dist-'));
    const write = (name, content) => writeFileSync(join(folder, name), content);
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, 'pictures'));
    for (const name of [
      'index.html',
      'icon.svg',
      'icon.svg.br',
      'OFL.txt',
      'pictures/base.webp',
      'assets/a-12345678.wasm',
    ])
      write(name, name);
    write('sw.js', 'addEventListener("fetch",()=>{})');
    const list = await filesOf(folder);
    expect(list.map(([path, version]) => [path, version?.length ?? null])).toEqual([
      ['/', 8],
      ['/assets/a-12345678.wasm', null],
      ['/icon.svg', 8],
      ['/pictures/base.webp', 8],
    ]);
    await writeFileList(folder);
    expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toBe(
      `self.FILES=${JSON.stringify(list)};addEventListener("fetch",()=>{})`,
    );
    write('sw.js', 'import{a as e}from"./assets/a.js";e()');
    await expect(writeFileList(folder)).rejects.toThrow('imports');
    rmSync(folder, { recursive: true });
  });
});
