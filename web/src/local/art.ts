// Pictures drawn on this device, where the server cannot be reached.

import { draw } from './client';
import type { Picture } from './calls';

/** Parses the path of a drawing on the server; `null` if it is another path. */
export function pictureOf(path: string): Picture | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const theme = searchParams.get('theme') ?? 'light';
  const [, folder, name] = /^\/art\/(backdrop\/)?([^/]+)\.svg$/.exec(pathname) ?? [];
  if (name === undefined) return null;
  if (folder !== undefined) return { call: 'backdrop', rules: name, theme };
  return name === 'pieces' ? { call: 'pieces', theme } : { call: 'sprite', set: name, theme };
}

/** Draws what the server has at `path`. */
export async function drawn(path: string): Promise<string> {
  const picture = pictureOf(path);
  if (picture === null) throw new Error(`there is no drawing ${path}`);
  return draw(picture);
}
