// The bot that prefers fields: English names.

/** Texts of all pages. */
export const bot = {
  'bot.farmer.name': 'Farmer',
  'bot.farmer.people': 'Lambert,Marguerite,Fulk,Agnes,Cecile,Gilbert',
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    'fields bot': typeof bot;
  }
}
