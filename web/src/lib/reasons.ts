// Sentences for the reasons of a suggested turn.

import type { ReasonView } from '../wire/wire';
import { isKey, t, tOr, type Key } from './i18n.svelte';
import type { Perspective } from './narrate';
import { seatName, seatNames } from './words';

/** Returns the name of a feature together with its owners. */
function whatWords(
  feature: string,
  owners: readonly number[],
  me: number | null,
  { seats, family }: Perspective,
): string {
  const [first] = owners;
  // In land games all tied players score (MAJ-2), in The Castle none does
  // (S-MAJ-2).
  const several = family === 'stronghold' ? 'tied' : 'shared';
  const whose = first === undefined ? 'a' : owners.length > 1 ? several : first === me ? 'your' : 'their';
  const name = first === undefined ? '' : seatName(seats, first);
  return tOr(`what.${whose}.${feature}`, feature, { name });
}

/** Returns `form` if there is a sentence for it: some awards and figures have
 * their own. */
const formIfKnown = (form: string, otherwise: string): string => (isKey(`reason.${form}`) ? form : otherwise);

/** Returns the form of the sentence for a reason. */
function formOf(reason: ReasonView, me: number | null): string {
  const { kind, number, seat, seats, owners, award, figure, sector, when } = reason;
  const isOther = seat !== null && seat !== me;
  switch (kind) {
    case 'closes':
      return seats.length === 0 ? 'closes.tie' : 'closes';
    case 'earns':
      return isOther ? 'earns.other' : formIfKnown(`earns.${String(award)}`, 'earns');
    case 'frees':
      return isOther ? 'frees.other' : formIfKnown(`frees.${String(figure)}`, 'frees');
    case 'starts':
      if (number === 0) return 'starts.nothing';
      return when === 'final' || when === 'completed' ? `starts.${when}` : 'starts';
    case 'awaits':
      return sector === null ? 'awaits' : 'awaits.sector';
    case 'builds_castle':
      return seat === null ? 'builds_castle' : isOther ? 'builds_castle.other' : 'builds_castle.own';
    case 'joins': {
      if (seats.length === 0) return number === 0 ? 'joins.nothing' : 'joins.tie';
      if (number === 0) return 'joins.nothing';
      if (me === null || !seats.includes(me)) return 'joins.other';
      if (owners.every((owner) => owner === me)) return 'joins';
      return seats.length === 1 ? 'joins.takes' : 'joins.shares';
    }
    case 'blocks':
      return number === 0 ? 'blocks.none' : 'blocks';
    case 'gives_up':
      return number === 0 ? 'gives_up.nothing' : 'gives_up';
    case 'takes_token':
    case 'moves_keep':
      return isOther ? `${kind}.other` : kind;
    case 'waits':
      return number === 0 ? 'waits.none' : 'waits';
    case 'calls_home':
    case 'ennobles':
    case 'grows':
    case 'uses_token':
      return kind;
  }
}

/** Returns the sentence for a reason. */
export function reasonWords(reason: ReasonView, perspective: Perspective, me: number | null): string {
  const { feature, number, seat, seats, owners, sector } = reason;
  const n = Math.abs(number ?? 0);
  const named = seat !== null ? seatName(perspective.seats, seat) : seatNames(perspective, seats);
  const whose =
    reason.kind === 'joins' ? owners.filter((owner) => owner !== me) : reason.kind === 'starts' ? [] : seats;
  const params = {
    n,
    name: named,
    what:
      feature === null
        ? ''
        : whatWords(feature, whose.length === 0 && reason.kind === 'joins' ? owners : whose, me, perspective),
    sector: sector === null ? '' : tOr(`sector.${sector}.name`, sector),
    token: tOr(`token.${String(n)}.name`, ''),
  };
  const other: Key = 'reason.other';
  return tOr(`reason.${formOf(reason, me)}`, t(other), params);
}
