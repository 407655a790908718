// Work that can wait until the browser has nothing better to do.

/** Longest wait for a quiet moment, in milliseconds. */
const PATIENCE = 1_500;

/** Does something in a quiet moment; what fails is asked for again when it is
 * needed. Returns how to call it off. */
export function whenIdle(deed: () => Promise<unknown>): () => void {
  // Data that is paid for is not loaded ahead.
  if ('connection' in navigator && (navigator.connection as { saveData?: boolean } | null)?.saveData === true) return () => undefined;
  const run = (): void => void deed().catch(() => undefined);
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: PATIENCE });
  return () => cancelIdleCallback(id);
}
