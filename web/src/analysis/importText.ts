// Texts about imports.

import { t, tOrGeneral } from '../lib/i18n.svelte';
import type { ImportNote, ImportRefusal } from './wire';

/** Maximum size of an input in bytes, as in the engine. */
export const MOST_BYTES = 8 << 20;

/** Returns the reason why an input was refused. */
export const refusalWords = ({ code, is_illegal }: Pick<ImportRefusal, 'code' | 'is_illegal'>): string =>
  tOrGeneral(`import.error.${code}`, is_illegal ? 'import.error.illegal' : 'import.error.unreadable');

/** Returns where the reason lies: a turn, a line, a value. */
export function placeWords({ turn, line, path }: Pick<ImportRefusal, 'turn' | 'line' | 'path'>): string {
  return [
    turn === null ? '' : t('import.where.turn', { n: turn }),
    line === null ? '' : t('import.where.line', { n: line }),
    path === null ? '' : t('import.where.path', { path }),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Returns a remark on an import; nothing for one that a newer engine makes. */
export const noteWords = ({ code, values }: ImportNote): string => tOrGeneral(`import.note.${code}`, null, values);
