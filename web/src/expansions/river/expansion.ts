import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = { preset: 'river', variants: ['2014', '2021'] };
