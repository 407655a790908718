// Installation of the page as an app.

import { offered } from './installOffer';

class Install {
  #offer = $state.raw(offered.last);

  constructor() {
    offered.show = (offer) => (this.#offer = offer);
  }

  /** True if the browser can install the page. */
  isOffered = $derived(this.#offer !== null);

  /** True on iPhones and iPads outside an installed page, where only the user
   * can install it. */
  readonly isManual = 'standalone' in navigator && navigator.standalone === false;

  /** Asks the user. Must be called from a click handler. */
  async ask(): Promise<void> {
    const offer = this.#offer;
    // It can be used only once.
    offered.last = null;
    this.#offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
