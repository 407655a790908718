// Offers in words, and in the order in which they are numbered.

import type { Offer, OfferKind, Offers } from '../wire/wire';
import { t, tOr } from './i18n.svelte';
import { pointOf } from './turn.svelte';
import { tokenName } from './narrate';

/** What an offer is. */
export function offerWords(what: OfferKind): string {
  switch (what.kind) {
    case 'place':
      return t(what.bridge === null ? 'offer.place' : 'offer.place.bridge');
    case 'deploy':
      return tOr(`offer.deploy.${what.role}.${what.feature}`, tOr(`offer.deploy.meeple.${what.feature}`, t('offer.deploy.other'), { sector: '' }));
    case 'recall':
      return tOr(`offer.recall.${what.role}`, t('offer.recall.meeple'));
    case 'build_castle':
      return t('offer.build_castle');
    case 'build_barn':
      return t('offer.build_barn');
    case 'settle':
      return tOr(`offer.settle.${what.feature}`, what.feature);
    case 'use_token':
      return t('offer.use_token', { token: tokenName(what.token) });
    case 'pass':
      return t('offer.pass');
  }
}

/** What more there is to say about an offer. */
export function offerNote(what: OfferKind): string {
  switch (what.kind) {
    case 'deploy': {
      if (what.points === null) return '';
      if (what.is_complete) return t('offer.points_at_once', { n: what.points });
      const now = t('offer.points_now', { n: what.points });
      return what.feature === 'field' || what.feature === 'courtyard' ? `${now}, ${t('offer.until_end')}` : now;
    }
    case 'recall':
    case 'settle':
      return what.points === null ? '' : t('count.point', { n: what.points });
    case 'build_castle':
      return t('offer.build_castle.about');
    case 'build_barn':
      return t('offer.build_barn.about');
    case 'use_token': {
      const about = tOr(`token.${String(what.token)}.about`, '');
      return what.points === null ? about : `${about} ${t('count.point', { n: what.points })}`;
    }
    case 'place':
    case 'pass':
      return '';
  }
}

/** What doing nothing is called here. */
export function passWords({ prompt }: Offers, family: string): string {
  switch (prompt) {
    case 'after_tile':
      return t(family === 'stronghold' ? 'action.no_follower' : 'action.no_meeple');
    case 'use_token':
      return t('action.no_token');
    default:
      return t('action.nothing');
  }
}

/** The offers that have a place on the board, numbered from 1, and the rest. */
export function sorted(offers: Offers | null): { pinned: Offer[]; loose: Offer[]; pass: Offer | null } {
  const all = (offers?.offers ?? []).filter((offer) => offer.what.kind !== 'place');
  const pinned = all.filter((offer) => pointOf(offer.what) !== null);
  pinned.sort((a, b) => {
    const [p, q] = [pointOf(a.what), pointOf(b.what)];
    return p === null || q === null ? 0 : Math.round((p.y - q.y) / 20) || p.x - q.x;
  });
  const pass = all.find((offer) => offer.what.kind === 'pass') ?? null;
  const loose = all.filter((offer) => offer.what.kind !== 'pass' && pointOf(offer.what) === null);
  return { pinned, loose, pass };
}
