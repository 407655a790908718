import type { SharedOut } from '../../lib/narrate';

/** Taxes and famine (WHEEL-TAX, WHEEL-FAMINE). */
export const sharedOut: SharedOut = { tax: 'knight', famine: 'farmer' };
