import type { extra as en } from '../en/extra';
import type { Texts } from '../../message';

export const extra: Texts<typeof en> = {};
