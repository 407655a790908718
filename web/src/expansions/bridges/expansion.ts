import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = {
  preset: 'bridges',
  presets: [{ name: 'bridges', order: 3, kind: 'land', expansions: ['fields', 'bridges', 'castles', 'barns'] }],
  lesson: 'bridges',
};
