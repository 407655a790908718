import type { Expansion } from '../../lib/expansions';

/** Inns and cathedrals, traders and builders: sold together in one box with the
 * base game, the river and the abbot. */
export const box: Expansion = {
  preset: 'bigbox',
  presets: [
    {
      name: 'bigbox',
      order: 3,
      isVariant: true,
      kind: 'land',
      expansions: ['fields', 'river', 'abbot', 'inns', 'traders'],
    },
  ],
  lesson: 'inns',
  box: 'bigbox',
};
