// Messages of a table page to the player: errors, notices and announcements.

import { untrack } from 'svelte';

import { problemText } from '../words';

/** Time a notice is shown, in milliseconds. */
const NOTICE_TIME = 7_000;

export class Messages {
  /** Text of the live region for screen readers. */
  announcement = $state('');
  /** Error message, shown until it is dismissed. */
  error = $state<string | null>(null);
  /** Notice that is shown for a while. */
  notice = $state<string | null>(null);

  /** Announces a text to screen readers. */
  announce(text: string): void {
    // Screen readers ignore a live region whose text does not change.
    const before = untrack(() => this.announcement);
    this.announcement = text === before ? `${text}\u00a0` : text;
  }

  /** Shows a notice for a while. */
  notify(text: string): void {
    this.notice = text;
    setTimeout(() => {
      if (this.notice === text) this.notice = null;
    }, NOTICE_TIME);
  }

  /** Runs `task`; shows an error message and returns false if it fails. */
  async attempt(task: () => Promise<unknown>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (caught) {
      this.error = problemText(caught);
      return false;
    }
  }
}
