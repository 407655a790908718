// Ids of tables on this device.

const PREFIX = 'local-';
/** Letters and digits that are not easily confused. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns true if a table is on this device. */
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

/** Returns the id of the table with a name of twelve letters and digits. */
export const localId = (name: string): string => PREFIX + name;

/** Returns a new random id. */
export const newLocalId = (): string =>
  PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]).join('');
