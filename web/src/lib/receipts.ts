// Storage of the newest receipt of each table: the server's signature of its
// log.

import type { PublicKey, Receipt } from '../wire/wire';
import { saveFile } from './download';
import { fits, KEY, type Shape } from './received';
import { isRecord, listOf, readStored, store } from './storage';

/** A receipt, and the key that signed it once it is known. */
export interface Kept {
  receipt: Receipt;
  key: PublicKey | null;
}

/** Maximum number of stored receipts. */
const MOST = 60;

const RECEIPT: Shape<Receipt> = {
  table: 'string',
  seq: 'number',
  at: 'number',
  head: 'string',
  key: 'string',
  signature: 'string',
};

const read = (kept: unknown): Kept[] =>
  listOf(kept).flatMap((one) =>
    isRecord(one) && fits<Receipt>(one.receipt, RECEIPT)
      ? [{ receipt: one.receipt, key: fits<PublicKey>(one.key, KEY) ? one.key : null }]
      : [],
  );

/** Returns the stored receipt of a table. */
export const receiptOf = (table: string): Kept | null =>
  readStored('receipts', read).find((one) => one.receipt.table === table) ?? null;

/** Stores a receipt if it is newer than the stored one of its table. */
export function keepReceipt(receipt: Receipt): void {
  const all = readStored('receipts', read);
  const known = all.find((one) => one.receipt.table === receipt.table);
  if (known !== undefined && known.receipt.seq >= receipt.seq) return;
  const key = all.find((one) => one.key?.id === receipt.key)?.key ?? null;
  store('receipts', [{ receipt, key }, ...all.filter((one) => one !== known)].slice(0, MOST));
}

/** Stores the public key with the receipts that it signed. */
export function keepKey(key: PublicKey): void {
  const all = readStored('receipts', read);
  store(
    'receipts',
    all.map((one) => (one.receipt.key === key.id ? { ...one, key } : one)),
  );
}

/** Downloads the newest receipt of a table as a file, with its key. */
export function saveReceipt(table: string): void {
  const kept = receiptOf(table);
  if (kept === null) return;
  saveFile(`${table}.receipt.json`, JSON.stringify(kept, null, 2), 'application/json');
}
