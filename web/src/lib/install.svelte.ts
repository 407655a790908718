// Installation of the page as an app.

/** Sent by browsers that can install the page. */
type PromptEvent = Event & { prompt(): Promise<unknown> };

const isPrompt = (event: Event): event is PromptEvent => 'prompt' in event;

class Install {
  #event = $state.raw<PromptEvent | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      if (!isPrompt(event)) return;
      // The page has its own button.
      event.preventDefault();
      this.#event = event;
    });
    addEventListener('appinstalled', () => (this.#event = null));
  }

  /** True if the browser can install the page. */
  isOffered = $derived(this.#event !== null);

  /** True on iPhones and iPads outside an installed page, where only the user
   * can install it. */
  readonly isManual = 'standalone' in navigator && navigator.standalone === false;

  /** Asks the user. Must be called from a click handler. */
  async ask(): Promise<void> {
    const event = this.#event;
    // It can be used only once.
    this.#event = null;
    await event?.prompt();
  }
}

export const install = new Install();
