import type { Guide } from '../guide';

export const abbot: Guide = {
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
