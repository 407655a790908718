import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = {
  preset: 'wheel',
  presets: [{ name: 'wheel', order: 4, kind: 'wheel', expansions: ['fields'] }],
  lesson: 'wheel',
};
