import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = {
  preset: 'fortress',
  presets: [
    { name: 'fortress', order: 1, kind: 'land', expansions: ['fields'] },
    { name: 'medieval', order: 2, kind: 'land', expansions: ['fields'] },
  ],
  lesson: 'base',
};
