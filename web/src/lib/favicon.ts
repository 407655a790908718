// The favicon shows whose turn it is: a dot in the colour of the player to act,
// larger if that is the reader.

const PLAIN = '/icon.svg';
let drawing: Promise<string> | null = null;
let wanted = '';

/** Shows the colour of the player to act; the plain icon if `colour` is
 * `null`. */
export async function showTurn(colour: string | null, isMine: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link === null) return;
  const asked = `${colour ?? ''} ${String(isMine)}`;
  wanted = asked;
  if (colour === null) {
    link.href = PLAIN;
    return;
  }
  drawing ??= fetch(PLAIN).then((answer) => answer.text());
  const svg = await drawing;
  if (wanted !== asked) return;
  const style = getComputedStyle(document.documentElement);
  const fill = style.getPropertyValue(`--seat-${colour}`).trim();
  // White needs a dark outline.
  const rim = style.getPropertyValue(colour === 'white' ? '--map-ink' : '--map-line').trim();
  const dot = `<circle cx="44" cy="44" r="${isMine ? '19' : '11'}" fill="${fill}" stroke="${rim}" stroke-width="${isMine ? '5' : '3'}"/>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`;
}
