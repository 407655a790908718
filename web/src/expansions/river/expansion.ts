import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = {
  preset: 'river',
  presets: [{ name: 'river', order: 2, isVariant: true, kind: 'land', expansions: ['fields', 'river'] }],
  variants: ['2014', '2021'],
  formerVariant: ({ isRiver2021 }) => (isRiver2021 === true ? '2021' : undefined),
};
