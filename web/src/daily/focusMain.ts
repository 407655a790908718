import { tick } from 'svelte';

/** Focuses the main element of the content that is shown next, so that screen
 * readers announce it and keys go there. */
export async function focusMain(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('main')?.focus();
}
