// Kinds of goods.

import type { GoodsView } from '../../wire/wire';

export type Good = keyof GoodsView;

/** All kinds of goods (TRADE-1). */
export const GOODS: readonly Good[] = ['wine', 'grain', 'cloth'];
