// The pages of the analysis board. Their list of files is here and not in the
// files of all pages.

import type { Route } from '../lib/router.svelte';

type Page = Extract<Route['page'], 'analysis' | 'embed'>;

/** Loads a page. */
export const load = async (page: Page): Promise<unknown> =>
  (page === 'embed' ? await import('./EmbedPage.svelte') : await import('./AnalysisPage.svelte')).default;
