// The panel beside the board.

export type Panel = 'history' | 'chat' | 'tiles' | 'standing' | 'menu' | 'hint' | 'end' | 'invite' | 'keys';

export class Panels {
  open = $state<Panel | null>(null);
  /** Number of chat messages that arrived while the chat was closed. */
  unread = $state(0);

  /** Opens a panel, or closes it if it is open. */
  toggle(panel: Panel): void {
    this.open = this.open === panel ? null : panel;
    if (this.open === 'chat') this.unread = 0;
  }

  /** Counts chat messages that have arrived. */
  countMessages(n: number): void {
    if (this.open !== 'chat') this.unread += n;
  }
}
