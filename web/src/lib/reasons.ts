// Sentences for the reasons of a suggested turn.

import type { ReasonView, TerrainName } from '../wire/wire';
import { keyOr, t, tOrGeneral, type Key } from './i18n.svelte';
import { tokenName, type Perspective } from './narrate';
import { amountOf } from './narrations';
import { spaceOf } from './spaces';
import { seatName, seatNames } from './words';

/** Returns the name of a feature together with its owners. */
function whatWords(
  feature: TerrainName,
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
  return tOrGeneral(`what.${whose}.${feature}`, `feature.${feature}`, { name });
}

/** Returns the key of the sentence for a reason. Some awards, figures and
 * pieces have their own. */
function keyOf(reason: ReasonView, me: number | null): Key {
  const { kind, number, seat, seats, owners, award, figure, piece, when } = reason;
  const isOther = seat !== null && seat !== me;
  switch (kind) {
    case 'closes':
      return seats.length === 0 ? 'reason.closes.tie' : 'reason.closes';
    case 'earns':
      if (isOther) return 'reason.earns.other';
      return award === null ? 'reason.earns' : keyOr(`reason.earns.${award}`, 'reason.earns');
    case 'frees':
      if (isOther) return 'reason.frees.other';
      return figure === null ? 'reason.frees' : keyOr(`reason.frees.${figure}`, 'reason.frees');
    case 'starts':
      if (number === 0) return 'reason.starts.nothing';
      return when === 'final' || when === 'completed' ? `reason.starts.${when}` : 'reason.starts';
    case 'occupies':
      if (piece === null) return 'reason.other';
      return keyOr(
        spaceOf(reason) === null ? `reason.occupies.${piece}` : `reason.occupies.${piece}.space`,
        'reason.other',
      );
    case 'builds':
      if (piece === null) return 'reason.other';
      if (seat === null) return keyOr(`reason.builds.${piece}`, 'reason.other');
      return keyOr(`reason.builds.${piece}.${isOther ? 'other' : 'own'}`, 'reason.other');
    case 'joins': {
      if (seats.length === 0) return number === 0 ? 'reason.joins.nothing' : 'reason.joins.tie';
      if (number === 0) return 'reason.joins.nothing';
      if (me === null || !seats.includes(me)) return 'reason.joins.other';
      if (owners.every((owner) => owner === me)) return 'reason.joins';
      return seats.length === 1 ? 'reason.joins.takes' : 'reason.joins.shares';
    }
    case 'blocks':
      return number === 0 ? 'reason.blocks.none' : 'reason.blocks';
    case 'gives_up':
      return number === 0 ? 'reason.gives_up.nothing' : 'reason.gives_up';
    case 'takes_token':
    case 'moves_keep':
      return isOther ? `reason.${kind}.other` : `reason.${kind}`;
    case 'special':
      return 'reason.other';
    case 'supports':
      return figure === null ? 'reason.supports' : keyOr(`reason.supports.${figure}`, 'reason.supports');
    case 'waits':
      return number === 0 ? 'reason.waits.none' : 'reason.waits';
    case 'calls_home':
    case 'earns_turn':
    case 'grows':
    case 'takes':
    case 'uses_token':
      return `reason.${kind}`;
  }
}

/** Returns the sentence for a reason. */
export function reasonWords(reason: ReasonView, perspective: Perspective, me: number | null): string {
  const { feature, number, seat, seats, owners } = reason;
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
    space: spaceOf(reason)?.name ?? '',
    token: tokenName(n),
    amount: amountOf(reason),
  };
  return t(keyOf(reason, me), params);
}
