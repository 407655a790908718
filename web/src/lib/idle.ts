// Scheduling of low-priority work in idle time.

import { isRecord } from './storage';

/** Maximum delay in milliseconds. */
const PATIENCE = 1_500;

/** Runs `task` in idle time; errors are ignored, since the result is requested
 * again when it is needed. Returns a function that cancels it. */
export function whenIdle(task: () => Promise<unknown>): () => void {
  // Do not prefetch if the user wants to save data.
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  if (isRecord(connection) && connection.saveData === true) return () => undefined;
  const run = (): void => void task().catch(() => undefined);
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: PATIENCE });
  return () => cancelIdleCallback(id);
}
