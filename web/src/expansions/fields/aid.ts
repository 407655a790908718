import type { MapAid } from '../../lib/mapAids';

/** The owners and values of fields. */
export const aid: MapAid = {
  icon: 'fields',
  title: 'aids.fields',
  about: 'aids.fields.about',
  letter: 'F',
  question: { kind: 'fields' },
  words: async (answer, perspective) => {
    const { fieldsWords } = await import('./words');
    return answer.kind === 'fields' ? fieldsWords(answer.fields, perspective) : '';
  },
  tints: () => import('./Tints.svelte'),
  labels: () => import('./Labels.svelte'),
};
