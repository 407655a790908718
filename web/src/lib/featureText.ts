// Descriptions of features, for the card and for screen readers.

import type { FeatureView } from '../wire/wire';
import { t } from './i18n.svelte';
import { figureCount, tallyWords, type Perspective } from './narrate';
import { isYou, openingNames, seatLabel, subject } from './words';

/** Returns the name of a feature. */
export const titleOf = (feature: FeatureView): string => t(`about.title.${feature.feature}`);

/** Returns whether a feature is complete, and its size. Features that never
 * complete are not called open. */
export function sizeOf(feature: FeatureView): string {
  const tiles = t('about.tiles', { n: feature.tiles });
  return feature.is_endless ? tiles : `${feature.is_complete ? t('about.complete') : t('about.open')} · ${tiles}`;
}

export const worthOf = (feature: FeatureView): string =>
  feature.points_now === 0
    ? t('about.now.nothing')
    : t('about.now', { sum: tallyWords(feature.now, feature.points_now) });

/** Returns a sentence about the owners of a feature. */
export function ownerOf({ leaders, figures }: FeatureView, perspective: Perspective): string {
  const [first] = leaders;
  if (first === undefined) {
    const there = figures.flatMap((count, seat) => (count > 0 ? [seat] : []));
    return there.length === 0 ? t('about.free') : t('about.tied', { names: openingNames(perspective, there) });
  }
  if (leaders.length > 1) return t('about.shared', { names: openingNames(perspective, leaders) });
  return isYou(perspective, first) ? t('about.owner.you') : t('about.owner', subject(perspective, first));
}

/** Returns the number of figures of each player on a feature. */
export function peopleOn({ figures, strength, role }: FeatureView, perspective: Perspective): string[] {
  return figures.flatMap((n, seat) =>
    n === 0
      ? []
      : [
          t('about.figures', {
            name: seatLabel(perspective, seat),
            count: figureCount(role, n, strength?.[seat] ?? n),
          }),
        ],
  );
}

/** Returns, for each open side, how many remaining tiles fit. */
export function openOf(feature: FeatureView): string[] {
  return feature.open.map(({ fitting, of }) =>
    fitting === 0 ? t('about.fits.none') : t('about.fits', { n: fitting, total: of }),
  );
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns the full description of a feature as one text. */
export function aboutWords(feature: FeatureView, perspective: Perspective): string {
  const finished = feature.points_finished;
  const parts = [
    `${titleOf(feature)}: ${sizeOf(feature).replace(' · ', ', ').toLowerCase()}`,
    worthOf(feature),
    finished === null ? null : t('about.finished', { n: finished }),
    ownerOf(feature, perspective),
    peopleOn(feature, perspective).join(', ') || null,
    feature.open.length === 0 ? null : t('about.needs', { n: feature.open.length }),
    ...openOf(feature).slice(0, 1),
  ];
  return parts.flatMap((part) => (part === null || part === '' ? [] : [sentence(part)])).join(' ');
}
