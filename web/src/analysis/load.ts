// The pages of the analysis board, puzzles, daily decks, duplicate matches and engines. Their list of files is
// here and not in the files of all pages.

import type { Route } from '../lib/router.svelte';

type Page = Extract<Route['page'], 'analysis' | 'embed' | 'puzzles' | 'daily' | 'duplicate' | 'engines'>;

/** Loads a page. */
export async function load(page: Page): Promise<unknown> {
  switch (page) {
    case 'analysis':
      return (await import('./AnalysisPage.svelte')).default;
    case 'embed':
      return (await import('./EmbedPage.svelte')).default;
    case 'puzzles':
      return (await import('../puzzles/PuzzlesPage.svelte')).default;
    case 'daily':
      return (await import('../daily/DailyPage.svelte')).default;
    case 'duplicate':
      return (await import('../duplicate/DuplicatePage.svelte')).default;
    case 'engines':
      return (await import('../engines/EnginesPage.svelte')).default;
  }
}
