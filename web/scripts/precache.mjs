// Writes the list of all files of the build in front of the service worker, which
// loads them for use without a network. The list changes with every build, so
// that browsers notice the new worker.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Returns true if the page does not need a file. */
const isLeftOut = (path) => /\.(?:br|gz|map)$|^\/(?:sw\.js|OFL\.txt|index\.html)$/.test(path);

/** Returns the list of the files in a folder: `[path, version]`, without a
 * version if the name contains a hash. */
export async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `/${relative(folder, join(entry.parentPath ?? entry.path, entry.name))
          .split(sep)
          .join('/')}`,
    )
    .filter((path) => !isLeftOut(path))
    .sort();
  const versionOf = async (path) =>
    createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex')
      .slice(0, 8);
  const list = paths.map(async (path) => [path, path.startsWith('/assets/') ? null : await versionOf(path)]);
  return [['/', await versionOf('/index.html')], ...(await Promise.all(list))];
}

/** Completes the service worker of a build. */
export async function writeFileList(folder) {
  const path = join(folder, 'sw.js');
  const script = await readFile(path, 'utf8');
  // It is loaded as a classic script.
  if (/(?:^|[;}])(?:import|export)[\s{*"']/.test(script)) throw new Error('the service worker imports other files');
  await writeFile(path, `self.FILES=${JSON.stringify(await filesOf(folder))};${script}`);
}
