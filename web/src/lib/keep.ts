// What a browser remembers. Private windows and full disks refuse: then it is
// only remembered until the page is closed.

const memory = new Map<string, string>();

/** What was kept under a name, as far as it can be understood. */
export function recall<T>(name: string, read: (kept: unknown) => T): T {
  let text = memory.get(name) ?? null;
  try {
    text ??= localStorage.getItem(`bastide.${name}`);
    return read(text === null ? null : (JSON.parse(text) as unknown));
  } catch {
    return read(null);
  }
}

/** Keeps something under a name. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`bastide.${name}`, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

/** Whether what was kept will be there another day. */
export const isKept = (): boolean => memory.size === 0;

/** Whether something is an object whose fields can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
