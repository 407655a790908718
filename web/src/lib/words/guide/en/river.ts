import type { Guide } from '../guide';

export const river: Guide = {
  title: 'The river',
  lead: 'The game begins with a river instead of the start tile. It gives the map room and shape.',
  sections: [
    {
      heading: 'Spring, stream, lake',
      blocks: [
        'There are 12 river tiles. The spring lies first. The others are shuffled, with the lake below them, and all are played before any other tile. With bridges, castles or barns there is a 13th, shuffled in with the rest.',
        'Each river tile goes on with the river at its open end, and its other sides match as usual. The river never turns twice running to the same side, even with straight tiles between.',
        {
          kind: 'board',
          picture: 'river.bends',
          caption:
            'The river has turned to the west and then back to the south. The next bend must lead to the west again.',
        },
      ],
    },
    {
      heading: 'Figures on the river',
      blocks: [
        'You may place figures on everything that river tiles show, only not on the water. The river divides fields.',
        'Two printings of the ends exist: with a plain spring and a plain lake, round which the field goes on, or with a road at the spring and a monastery at the lake.',
      ],
    },
  ],
};
