// The choice between kinds of figures.

import type { FigureName, Offer, Offers } from '../wire/wire';
import { figureIn, offerKey } from './offers';

/** Returns the kinds of figures to choose from where a spot takes several. */
export function figuresIn({ offers }: Pick<Offers, 'offers'>): FigureName[] {
  const choices = offers.flatMap((offer) => {
    const figure = figureIn(offer);
    const isOther = (one: Offer): boolean => figureIn(one) !== figure && offerKey(one) === offerKey(offer);
    return figure !== null && offers.some(isOther) ? figure : [];
  });
  return [...new Set(choices)];
}
