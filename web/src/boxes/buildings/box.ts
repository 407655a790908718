import type { Expansion } from '../../lib/expansions';

/** Bridges, castles and barns, which are printed together and share tiles. */
export const box: Expansion = {
  preset: 'bridges',
  presets: [{ name: 'bridges', order: 3, kind: 'land', expansions: ['fields', 'bridges', 'castles', 'barns'] }],
  lesson: 'bridges',
  box: 'buildings',
};
