import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = { preset: 'bridges', lesson: 'bridges' };
