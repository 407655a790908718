// The rules of a land game as records and the server write them:
// `base,NAME,NAME=EDITION`.

import { EXPANSION_NAMES, type ExpansionName } from '../wire/wire';

/** A rule and its edition, if one is given. A newer server may have rules that
 * this page does not know. */
export interface Rule {
  readonly name: string;
  readonly edition: string | undefined;
}

/** Parses rules. Those of The Castle are empty. */
export const rulesIn = (rules: string): Rule[] =>
  rules.split(',').flatMap((rule) => {
    const [name, edition] = rule.split('=');
    return name ? [{ name, edition }] : [];
  });

const isExpansion = (name: string): name is ExpansionName => EXPANSION_NAMES.some((known) => known === name);

/** Returns the known expansions in `rules`. */
export const expansionsIn = (rules: string): ExpansionName[] =>
  rulesIn(rules).flatMap(({ name }) => (isExpansion(name) ? [name] : []));
