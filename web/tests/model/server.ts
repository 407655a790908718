// A real server for the tests of this folder.

import { afterAll, beforeAll } from 'vitest';

// @ts-expect-error The support code of the browser tests is plain JavaScript.
import { Server } from '../e2e/support/server.mjs';

// Only these tests run in Node; the page's types do not include it.
declare const process: { env: Record<string, string | undefined> };
export const { env } = process;
const target = env.CARGO_TARGET_DIR ?? new URL('../../../target', import.meta.url).pathname;

interface Running {
  readonly url: string;
  start(): Promise<void>;
  clean(): Promise<void>;
}

/** Starts a server before the tests of a file and stops it after them. */
export function startServer(): { readonly url: string } {
  const server = new Server(env.BASTIDE ?? `${target}/debug/bastide`) as Running;
  beforeAll(() => server.start());
  afterAll(() => server.clean());
  return server;
}
