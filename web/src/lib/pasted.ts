// Links pasted into an installed page, which has no address bar. On iPhones
// links open in the browser, where the seats of the installed page are unknown.

/** Returns path and fragment of the table that a pasted text links to, or
 * `null` if the text contains no link to a table of `origin`. */
export function tablePath(text: string, origin: string): string | null {
  // Shared messages contain text around the link.
  for (const [word] of text.matchAll(/\S+/g)) {
    if (!URL.canParse(word)) continue;
    const { origin: site, pathname, hash } = new URL(word);
    if (site === origin && /^\/t\/[0-9A-Za-z]+(?:\/replay)?$/.test(pathname)) return pathname + hash;
  }
  return null;
}
