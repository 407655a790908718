// Names of offers and the order in which they are numbered.

import type { BoardPoint, Family, FigureName, Offer, OfferKind, Offers } from '../wire/wire';
import { isKey, t, tOrGeneral } from './i18n.svelte';
import { middle } from './geometry';
import { tokenAbout, tokenName } from './narrate';
import { spaceOf, type Space } from './spaces';
import { piecesOn } from './tilePieces';
import type { Params } from './words/message';

/** Returns a text that only some figures have, or `null`. */
const ownText = (name: string, params?: Params): string | null => (isKey(name) ? t(name, params) : null);

/** Returns the name of an offer. */
export function offerWords(what: OfferKind): string {
  switch (what.kind) {
    case 'place': {
      const piece = piecesOn(what)[0]?.piece;
      return t(piece === undefined ? 'offer.place' : `offer.place.${piece}`);
    }
    case 'deploy': {
      const place =
        spaceOf(what)?.offer ?? tOrGeneral(`offer.deploy.${what.role}.${what.feature}`, 'offer.deploy.other');
      return ownText(`offer.as.${what.figure}`, { what: place }) ?? place;
    }
    case 'recall':
      return tOrGeneral(`offer.recall.${what.role}`, 'offer.recall.meeple');
    case 'build':
      return t(`offer.build.${what.piece}`);
    case 'settle':
      return tOrGeneral(`offer.settle.${what.feature}`, `feature.${what.feature}`);
    case 'use_token':
      return t('offer.use_token', { token: tokenName(what.token) });
    case 'pass':
      return t('offer.pass');
  }
}

/** Returns additional information about an offer, such as its points. */
export function offerNote(what: OfferKind): string {
  switch (what.kind) {
    case 'deploy': {
      const space = spaceOf(what);
      if (space !== null) return space.about;
      const about = ownText(`offer.deploy.${what.role}.about`);
      if (about !== null) return about;
      if (what.points === null) return '';
      if (what.is_complete) return t('offer.points_at_once', { n: what.points });
      const now = t('offer.points_now', { n: what.points });
      return what.feature === 'field' || what.feature === 'courtyard' ? `${now}, ${t('offer.until_end')}` : now;
    }
    case 'recall':
    case 'settle':
      return what.points === null ? '' : t('count.point', { n: what.points });
    case 'build':
      return t(`offer.build.${what.piece}.about`);
    case 'use_token': {
      const about = tokenAbout(what.token);
      return what.points === null ? about : `${about} ${t('count.point', { n: what.points })}`;
    }
    case 'place':
    case 'pass':
      return '';
  }
}

/** Returns the label of the offer to do nothing. */
export function passWords({ prompt, offers }: Offers, family: Family): string {
  if (prompt === 'use_token') return t('action.no_token');
  // If more than figures is offered, passing declines more than a figure.
  const isMore = offers.some(({ what }) => what.kind !== 'deploy' && what.kind !== 'pass');
  if (prompt !== 'after_tile' || isMore) return t('action.nothing');
  return t(family === 'stronghold' ? 'action.no_follower' : 'action.no_meeple');
}

/** Returns the number of spots to choose from and how to choose; digit keys
 * reach nine. */
export const spotsWords = (n: number): string => t(n > 9 ? 'a11y.spots.many' : 'a11y.spots', { n });

const spaceIn = ({ what }: Offer): Space | null => (what.kind === 'deploy' ? spaceOf(what) : null);

/** Returns the key that equivalent offers share: those for spaces of one group,
 * and those for figures of different kinds in the same role at the same
 * point. */
export const offerKey = (offer: Offer): string =>
  spaceIn(offer)?.group ??
  (offer.what.kind === 'deploy' ? `${offer.what.role} ${Object.values(offer.what.at).join()}` : offer.action);

/** Returns the kind of figure that an offer places, or `null`. */
export const figureIn = ({ what }: Offer): FigureName | null => (what.kind === 'deploy' ? what.figure : null);

/** Splits offers into those with a point on the board, numbered from 1, and the
 * rest. Only one of equivalent offers is kept, so that a spot has one pin: for a
 * figure of kind `figure`, or else the first. */
export function groupOffers(
  offers: Offers | null,
  figure: FigureName | null = null,
): { pinned: Offer[]; loose: Offer[]; pass: Offer | null } {
  const kept = new Map<string, Offer>();
  for (const offer of offers?.offers ?? []) {
    const key = offerKey(offer);
    const old = kept.get(key);
    const isPreferred = old === undefined || (figureIn(offer) === figure && figureIn(old) !== figure);
    if (offer.what.kind !== 'place' && isPreferred) kept.set(key, offer);
  }
  const all = [...kept.values()];
  const pinned = all.flatMap((offer) => {
    const at = pointOf(offer.what);
    return at === null ? [] : [{ offer, at }];
  });
  // In reading order; spaces beside the map come after the tile.
  pinned.sort(
    (a, b) =>
      Number(isBeside(a.offer)) - Number(isBeside(b.offer)) ||
      Math.round(a.at.y / 20) - Math.round(b.at.y / 20) ||
      a.at.x - b.at.x,
  );
  const pass = all.find((offer) => offer.what.kind === 'pass') ?? null;
  const loose = all.filter((offer) => offer.what.kind !== 'pass' && pointOf(offer.what) === null);
  return { pinned: pinned.map(({ offer }) => offer), loose, pass };
}

const isBeside = (offer: Offer): boolean => spaceIn(offer) !== null;

/** Returns a point next to the figure at `from`, towards the piece at `to`. The
 * same piece is offered once for each figure that can move in, and the same
 * figure once for each piece, so each pair needs a distinct point. */
function beside(from: BoardPoint, to: BoardPoint): BoardPoint {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(18, far / 3) / far;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns the point on the board that an offer refers to, or `null`. */
export function pointOf(what: OfferKind): BoardPoint | null {
  switch (what.kind) {
    case 'deploy':
    case 'recall':
    case 'settle':
      return what.at;
    case 'build':
      return what.figure === null ? what.at : beside(what.figure.from, what.at);
    case 'use_token':
      return what.at;
    case 'place':
      return middle(what.cell);
    case 'pass':
      return null;
  }
}
