// State of keyboard control.

import { t } from '../i18n.svelte';
import type { Messages } from './messages.svelte';

export class KeyboardState {
  readonly #messages: Messages;
  /** True once a game key was pressed: pins then show their numbers. */
  isUsed = $state(false);
  /** True if the arrow keys move over the whole map although a tile is to be
   * placed. */
  isMapMode = $state(false);

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Switches the arrow keys between the whole map and the legal cells. */
  toggleMap(): void {
    this.isMapMode = !this.isMapMode;
    this.#messages.announce(t(this.isMapMode ? 'a11y.map.on' : 'a11y.map.off'));
  }
}
