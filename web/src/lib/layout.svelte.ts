// The layout of tables and replays that `app.css` selects for the size of the
// screen. Components query the size of the container `table`; no script repeats
// the sizes.

/** `wide` has the controls beside the board, `narrow` above and below it (a
 * phone), `flat` in a column at its right (a phone in landscape orientation). */
export type LayoutName = 'wide' | 'narrow' | 'flat';

const NAMES: readonly LayoutName[] = ['wide', 'narrow', 'flat'];

function read(): LayoutName {
  const set = getComputedStyle(document.documentElement).getPropertyValue('--layout').trim();
  return NAMES.find((name) => name === set) ?? 'wide';
}

class Layout {
  name = $state<LayoutName>(read());
  isNarrow = $derived(this.name === 'narrow');
  isFlat = $derived(this.name === 'flat');

  constructor() {
    addEventListener('resize', () => (this.name = read()));
  }
}

export const layout = new Layout();
