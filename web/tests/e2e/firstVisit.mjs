// A first visit on a phone: transferred bytes and fonts.
import { assert, noFaults, open, PHONE, settle } from './support.mjs';

/** Maximum number of bytes transferred for the front page, including headers. */
const LIMIT = 120 * 1024;

/** Uses a separate server, because the tables of other scenarios would be
 * listed. */
export async function firstVisit({ chrome, server }) {
  const empty = await server.another();
  try {
    return await visit(chrome, empty);
  } finally {
    await empty.clean();
  }
}

async function visit(chrome, server) {
  const told = [];
  for (const locale of ['uk', 'ru', 'en']) {
    const page = await open(chrome, 'about:blank', { ...PHONE, deviceScaleFactor: 3, locale });
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const names = new Map();
    const files = [];
    line.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, response.url));
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      files.push({ name: names.get(requestId), bytes: encodedDataLength }),
    );
    await page.goto(server.url);
    await page.waitForSelector('h1');
    await page.evaluate(() => document.fonts.ready);
    await settle(page);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    told.push(`${locale} ${Math.round(total / 1024)} KB`);
    assert(
      total <= LIMIT,
      `${locale}: a first visit loads ${total} bytes, and may load ${LIMIT}:\n${largestFirst(files)}`,
    );
    // The page uses its own fonts regardless of those installed.
    const fonts = await page.evaluate(() =>
      [...document.fonts]
        .filter((font) => font.status === 'loaded')
        .map((font) => `${font.family.replace(/['"]/g, '')} ${font.weight}`),
    );
    for (const face of ['Alegreya 400 900', 'Alegreya Sans 100 500', 'Alegreya Sans 600 900', 'Bastide 400 900'])
      assert(fonts.includes(face), `${locale}: ${face} is there: ${fonts}`);
    const presets = (selector) =>
      page
        .locator(`.games ${selector} .game`)
        .evaluateAll((all) => all.map((game) => new URL(game.href).searchParams.get('preset')).join());
    assert(
      (await presets('ul:first-of-type')) === 'fortress,medieval,bridges,wheel,stronghold',
      'the five games come first',
    );
    assert((await presets('.variants')) === 'base,river,bigbox', 'then the variants of the base game');
    assert((await page.locator('.list:not(:has(li))').count()) === 0, 'lists without tables are not shown');
    await page.locator('.games .game img').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => [...document.querySelectorAll('.games .game img')].at(-1).naturalWidth > 1);
    if (locale === 'en') await asApp(page, line, server);
    noFaults(page);
    await page.context().close();
  }
  return told.join(', ');
}

const largestFirst = (files) =>
  files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${String(bytes).padStart(7)}  ${name}`)
    .join('\n');

/** The page can be installed: the browser reads its manifest and finds its
 * icons. */
async function asApp(page, line, server) {
  const { url, data, errors } = await line.send('Page.getAppManifest');
  assert(
    url === `${server.url}/manifest.webmanifest` && errors.length === 0,
    `the manifest is read: ${url} ${JSON.stringify(errors)}`,
  );
  const kind = async (path) => {
    const answer = await page.request.get(new URL(path, url).href);
    return answer.ok() ? answer.headers()['content-type'] : answer.status();
  };
  assert((await kind(url)) === 'application/manifest+json', 'the manifest has its type');
  const touch = await page.getAttribute('link[rel=apple-touch-icon]', 'href');
  for (const icon of [touch, '/badge.png', ...JSON.parse(data).icons.map(({ src }) => src)])
    assert((await kind(icon)) === 'image/png', `${icon} is a picture`);
  // Test contexts are incognito, where nothing can be installed.
  const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  assert(reasons.length === 0, `the page can be installed: ${reasons}`);
  const colours = () =>
    page.locator('meta[name=theme-color]').evaluateAll((all) => all.map(({ content }) => content).join());
  assert(
    (await colours()) === '#f5ecd7,#f5ecd7',
    `the frame of the app has the colour of the page: ${await colours()}`,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('[data-shade=dark]');
  assert((await colours()) === '#211a14,#211a14', `and when it is dark: ${await colours()}`);
}
