// The bot that prefers fields: Ukrainian names.

import type * as en from './bot.en';
import type { Texts } from '../../lib/words/message';

/** Texts of all pages. */
export const bot: Texts<typeof en.bot> = {
  'bot.farmer.name': 'Хлібороб',
  'bot.farmer.people': 'Ламбер,Маргарита,Фульк,Агнеса,Сесіль,Жільбер',
};
