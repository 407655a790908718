// Links that are pasted into an installed page, which has no address bar: on
// iPhones links open in the browser, where the seats of the installed page are
// unknown.

/** Path and fragment of the table that a pasted text links to; `null` if the text
 * has no link to a table of `origin`. */
export function tablePath(text: string, origin: string): string | null {
  // Messages have words around the link.
  for (const [word] of text.matchAll(/\S+/g)) {
    if (!URL.canParse(word)) continue;
    const { origin: site, pathname, hash } = new URL(word);
    if (site === origin && /^\/t\/[0-9A-Za-z]+(?:\/replay)?$/.test(pathname)) return pathname + hash;
  }
  return null;
}
