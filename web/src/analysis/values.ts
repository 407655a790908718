// Values of turns in words.

import type { Family } from '../wire/wire';
import { language, t } from '../lib/i18n.svelte';

/** Returns a lead with its sign and one decimal, such as `+3.5`. */
export function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return new Intl.NumberFormat(language(), {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rounded === 0 ? 0 : rounded);
}

/** Returns a number with one decimal. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** Returns the words for a turn without a figure. */
export const noFigureWords = (family: Family): string =>
  t(family === 'stronghold' ? 'action.no_follower' : 'action.no_meeple');

/** Returns the standard error of a chance in thousandths as a number of percent;
 * an error below one percent has a decimal. */
export const percentError = (thousandths: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: thousandths < 10 ? 1 : 0 }).format(thousandths / 10);

/** Returns a chance in thousandths as a percentage. */
export const percent = (thousandths: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(thousandths / 1000);

/** Returns a chance in thousandths as a percentage with one decimal. */
export const exactPercent = (thousandths: number): string =>
  new Intl.NumberFormat(language(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(thousandths / 1000);

/** Returns a change of a chance in thousandths as a percentage with its sign. */
export const signedPercent = (thousandths: number): string =>
  new Intl.NumberFormat(language(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(thousandths / 1000);
