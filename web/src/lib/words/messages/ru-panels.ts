import { hints } from './ru/hints';
import { push } from './ru/push';

/** Подсказки и уведомления за столом по-русски. */
export const panels = { ...hints, ...push };
