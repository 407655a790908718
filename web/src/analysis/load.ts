// The pages of the analysis board and of puzzles. Their list of files is here and
// not in the files of all pages.

import type { Route } from '../lib/router.svelte';

type Page = Extract<Route['page'], 'analysis' | 'embed' | 'puzzles'>;

/** Loads a page. */
export async function load(page: Page): Promise<unknown> {
  switch (page) {
    case 'analysis':
      return (await import('./AnalysisPage.svelte')).default;
    case 'embed':
      return (await import('./EmbedPage.svelte')).default;
    case 'puzzles':
      return (await import('../puzzles/PuzzlesPage.svelte')).default;
  }
}
