// A tab may stay open while the server gets a new build. Parts that were not
// loaded by then are gone, and only loading the page again helps.

/** Where a tab remembers from which build it loaded itself again. */
const TRIED = 'bastide.reloaded';

/** The script this page began with; its name changes with every build. */
const entry = (): string =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '', location.href).pathname;

class Update {
  /** Whether the server is known to have another build. */
  isThere = $state(false);
  /** How many places on the page say so already. */
  told = $state(0);

  /** Asks the server whether it has another build, after something could not be
   * loaded; false if it has not, or does not answer. */
  async look(): Promise<boolean> {
    try {
      const answer = await fetch('/', { cache: 'no-store' });
      if (answer.ok) this.isThere = !(await answer.text()).includes(entry());
    } catch {
      return false;
    }
    return this.isThere;
  }

  /** Loads the page again by itself where nothing can be lost by that, once
   * from every build. */
  async reload(): Promise<boolean> {
    if (!(await this.look())) return false;
    try {
      if (sessionStorage.getItem(TRIED) === entry()) return false;
      sessionStorage.setItem(TRIED, entry());
    } catch {
      // Without a memory it could go on for ever.
      return false;
    }
    location.reload();
    return true;
  }
}

export const update = new Update();
