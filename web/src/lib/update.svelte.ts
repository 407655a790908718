// Detection of a new build on the server while a tab is open. Chunks of the old
// build that are not loaded yet no longer exist, so the page must be reloaded.

/** Session storage key of the build that this tab last reloaded from. */
const TRIED = 'bastide.reloaded';

/** Returns the path of the page's entry script, which changes with every
 * build. */
export const entry = (): string =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '', location.href).pathname;

class Update {
  /** True if the server is known to have a different build. */
  isAvailable = $state(false);
  /** Number of components that already show a message about it. */
  messages = $state(0);

  /** Checks whether the server has a different build, after a chunk failed to
   * load. Returns false if it has not or does not respond. */
  async check(): Promise<boolean> {
    try {
      const answer = await fetch('/', { cache: 'no-store' });
      if (answer.ok) this.isAvailable = !(await answer.text()).includes(entry());
    } catch {
      return false;
    }
    return this.isAvailable;
  }

  /** Reloads the page where no input can be lost, at most once per build. */
  async reload(): Promise<boolean> {
    if (!(await this.check())) return false;
    try {
      if (sessionStorage.getItem(TRIED) === entry()) return false;
      sessionStorage.setItem(TRIED, entry());
    } catch {
      // Without session storage the page could reload endlessly.
      return false;
    }
    location.reload();
    return true;
  }
}

export const update = new Update();
