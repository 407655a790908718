// Storage of values in the browser. If `localStorage` is not available (private
// window, quota exceeded), values are kept in memory until the page is closed.

const memory = new Map<string, string>();

/** Reads the value stored under a name; `read` validates it and gets `null` if
 * there is none. */
export function readStored<T>(name: string, read: (stored: unknown) => T): T {
  let text = memory.get(name) ?? null;
  try {
    text ??= localStorage.getItem(`bastide.${name}`);
    const stored: unknown = text === null ? null : JSON.parse(text);
    return read(stored);
  } catch {
    return read(null);
  }
}

/** Stores a value under a name. */
export function store(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`bastide.${name}`, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

/** Returns true if all stored values survive closing the page. */
export const isPersistent = (): boolean => memory.size === 0;

/** Returns true if `value` is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the elements of a list; none if `value` is something else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
