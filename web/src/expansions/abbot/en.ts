// Abbots and gardens: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'about.title.garden': 'Garden',
  'count.abbot': { one: '{n} abbot', other: '{n} abbots' },
  'event.placed.abbot': '[{name} places|You place] the abbot.',
  'event.returned.abbot': '[The abbot of {name}|Your abbot] goes home.',
  'scored.what.complete.garden': 'Finished garden',
  'scored.what.recalled.monastery': '[{name} calls|You call] the abbot home from the monastery',
  'scored.what.recalled.garden': '[{name} calls|You call] the abbot home from the garden',
  'scored.what.game_end.garden': 'Unfinished garden',
  'feature.garden': 'garden',
  'role.abbot': 'abbot',
  'hand.abbot': 'Abbot at hand',
  'prompt.action.recall.abbot': 'call the abbot home',
  'offer.deploy.abbot.monastery': 'Abbot in the monastery',
  'offer.deploy.abbot.garden': 'Abbot in the garden',
  'offer.recall.abbot': 'Call the abbot home',
  'rules.abbot': 'abbots',
};

/** Texts of the other pages. */
export const pages = {
  'guide.abbot': 'Abbots and gardens',
  'option.abbot.name': 'Abbots',
  'option.abbot.about': 'Everybody has an abbot for monasteries and gardens, and may call it home early for points.',
};

/** Texts of hints. */
export const hints = {
  'what.your.garden': 'your garden',
  'what.their.garden': 'the garden of {name}',
  'what.shared.garden': 'the shared garden',
  'what.tied.garden': 'the tied garden',
  'what.a.garden': 'a garden',
  'reason.calls_home': { one: 'Calls the abbot home for {n} point', other: 'Calls the abbot home for {n} points' },
  'reason.frees.abbot': 'Brings your abbot home',
};

/** The guide. */
export const guide: Guide = {
  title: 'Abbots and gardens',
  lead: 'Everybody has one abbot besides the meeples. It looks after monasteries and gardens, and may leave before they are finished.',
  sections: [
    {
      heading: 'Placing the abbot',
      blocks: [
        'Some tiles show a garden. Instead of a meeple you may place your abbot in the monastery or the garden of the tile just laid. A meeple cannot go into a garden.',
        'A garden gives what a monastery gives: 9 points with all eight tiles around it; at the end 1, and 1 for each tile around.',
      ],
    },
    {
      heading: 'Calling the abbot home',
      blocks: [
        'In a turn in which you place no figure, and take no lady back, you may call your abbot home. You score at once what its monastery or garden is worth now: 1, and 1 for each tile around, the tile just laid included.',
        {
          kind: 'board',
          picture: 'abbot.garden',
          caption: 'Red’s abbot is in a garden with three tiles around it. Called home now, it would give 4 points.',
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
