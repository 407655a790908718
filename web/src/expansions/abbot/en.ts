// Abbots and gardens: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'count.abbot': { one: '{n} abbot', other: '{n} abbots' },
  'event.placed.abbot': '[{name} places|You place] the abbot.',
  'event.returned.abbot': '[{name}’s|Your] abbot goes home.',
  'scored.what.completed.garden': 'Finished garden',
  'scored.what.recalled.monastery': '[{name} calls|You call] the abbot home from the monastery',
  'scored.what.recalled.garden': '[{name} calls|You call] the abbot home from the garden',
  'scored.what.game-end.garden': 'Unfinished garden',
  'role.abbot': 'abbot',
  'hand.abbot': 'Abbot in supply',
  'prompt.action.recall.abbot': 'call the abbot home',
  'offer.deploy.abbot.monastery': 'Abbot in the monastery',
  'offer.deploy.abbot.garden': 'Abbot in the garden',
  'offer.recall.abbot': 'Call the abbot home',
};

/** Texts of the other pages. */
export const pages = {
  'rules.abbot': 'abbots',
  'guide.abbot': 'Abbots and gardens',
  'expansion.abbot.name': 'Abbots',
  'expansion.abbot.about':
    'Each player has an abbot for monasteries and gardens, who may be called home early for points.',
};

/** Texts of hints. */
export const hints = {
  'what.your.garden': 'your garden',
  'what.their.garden': '{name}’s garden',
  'what.shared.garden': 'the shared garden',
  'what.tied.garden': 'the tied garden',
  'what.a.garden': 'a garden',
  'reason.calls_home': { one: 'Calls the abbot home for {n} point', other: 'Calls the abbot home for {n} points' },
  'reason.frees.abbot': 'Brings your abbot home',
};

/** The guide. */
export const guide: Guide = {
  title: 'Abbots and gardens',
  lead: 'Each player has an abbot in addition to the meeples. It claims monasteries and gardens, and may leave before they are finished.',
  sections: [
    {
      heading: 'Placing the abbot',
      blocks: [
        'Some tiles show a garden. Instead of a meeple, you may place your abbot in the monastery or the garden of the tile just laid. A meeple cannot go into a garden.',
        'A garden scores like a monastery: 9 points with all eight tiles around it; at the end 1, plus 1 for each tile around it.',
      ],
    },
    {
      heading: 'Calling the abbot home',
      blocks: [
        'In a turn in which you place no figure and take no other one back, you may call your abbot home. You immediately score what its monastery or garden is worth: 1, plus 1 for each tile around it, including the tile just laid.',
        {
          kind: 'board',
          picture: 'abbot.garden',
          caption: 'Red’s abbot is in a garden with three tiles around it. Called home now, it would score 4 points.',
        },
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    abbot: typeof table & typeof pages & typeof hints;
  }
}
