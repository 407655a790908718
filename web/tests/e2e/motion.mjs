// Animations of events: moves of other players, awards, the end of a game.
import {
  assert,
  axe,
  confirm,
  dice,
  follow,
  make,
  noFaults,
  playTurn,
  ready,
  settle,
  sitAt,
  sitDown,
} from './support.mjs';

const MOVING = { reducedMotion: 'no-preference' };
const ME = { kind: 'me', name: 'Ann' };
const BOT = { kind: 'bot', level: 'beginner' };

/** Records everything that appears over the board, with its time. */
function record(page) {
  return page.evaluate(() => {
    globalThis.seen = [];
    const note = (what, more = '') => globalThis.seen.push({ at: performance.now(), what, more: String(more) });
    let tiles = -1;
    let scores = '';
    const look = () => {
      const now = document.querySelectorAll('.layer')[0]?.querySelectorAll(':scope > use').length ?? 0;
      if (now !== tiles) note('tiles', (tiles = now));
      const points = [...document.querySelectorAll('.player .score')].map((one) => one.textContent).join(' ');
      if (points !== scores) note('scores', (scores = points));
    };
    const kinds = {
      '[data-points]': 'points',
      '[data-flight]': 'flight',
      '[data-light]': 'light',
      'use[href^="#wheel-"]': 'pig',
    };
    const tell = (element) => {
      for (const [selector, kind] of Object.entries(kinds)) {
        const found = element.matches(selector) ? [element] : [...element.querySelectorAll(selector)];
        for (const one of found)
          note(
            kind,
            one.dataset.points ??
              (one.dataset.flight ? `${one.dataset.flight} ${one.dataset.to}` : (one.getAttribute('href') ?? '')),
          );
      }
    };
    new MutationObserver((changes) => {
      for (const { type, addedNodes, target } of changes) {
        if (type === 'attributes') tell(target);
        else for (const node of addedNodes) if (node instanceof Element) tell(node);
      }
      look();
    }).observe(document.querySelector('main'), {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['href'],
      characterData: true,
    });
    look();
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function startNoted(...when) {
      note('sound', this.buffer.duration.toFixed(2));
      start.apply(this, when);
    };
  });
}
const seen = (page, what) => page.evaluate((kind) => globalThis.seen.filter((one) => one.what === kind), what);
/** Waits until all animations are finished. */
const shown = (page) =>
  page.waitForFunction(
    () => document.querySelector('main[data-behind], [data-points], [data-flight], [data-light]') === null,
  );
const tiles = (page) =>
  page.evaluate(() => document.querySelectorAll('.layer')[0].querySelectorAll(':scope > use').length);

/** Three bots move at once, and their moves are shown one after another. */
export async function pace({ chrome, server }) {
  const seated = await make(server, { seats: [ME, BOT, BOT, BOT], first: { kind: 'seat', seat: 0 } });
  const page = await sitDown(chrome, server, seated, MOVING);
  const roll = dice(4);
  await playTurn(page, roll);
  await page.waitForSelector('[data-confirm]');
  await shown(page);
  await ready(page);
  await record(page);
  const before = await tiles(page);
  await playTurn(page, roll);
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.layer')[0].querySelectorAll(':scope > use').length === wanted,
    before + 4,
  );
  // The tile of the own turn appears immediately, the others one by one.
  const steps = (await seen(page, 'tiles')).filter(({ more }) => Number(more) > before);
  assert(
    steps.map(({ more }) => Number(more) - before).join() === '1,2,3,4',
    `tiles come one by one: ${steps.map(({ more }) => more)}`,
  );
  const gaps = steps.slice(2).map(({ at }, n) => at - steps[n + 1].at);
  // A busy machine can only make them longer.
  assert(
    gaps.every((gap) => gap > 450),
    `moves are ${gaps.map(Math.round)} ms apart`,
  );

  // A tap shows the remaining moves immediately, and takes effect.
  await page.waitForSelector('[data-confirm]');
  await shown(page);
  await ready(page);
  await playTurn(page, roll);
  await page.waitForSelector('main[data-behind] [data-caption] .stop');
  await page.waitForSelector('[data-confirm]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('main:not([data-behind])');
  assert((await tiles(page)) === before + 8, 'nothing is missing after a skip');
  noFaults(page);
  return `moves ${gaps.map(Math.round)} ms apart`;
}

/** The pig moves to the storm, and the points fly to the players' panels. */
export async function awards({ chrome, server }) {
  const deck = ['W21', 'W31i3', 'W17', 'W03', 'W05', 'W11'];
  const seated = await make(server, {
    rules: 'wheel,fields',
    seats: [ME, BOT],
    first: { kind: 'seat', seat: 0 },
    deal: { kind: 'deck', tiles: deck },
  });
  const page = await sitDown(chrome, server, seated, MOVING);
  await ready(page);
  await record(page);
  await playTurn(page, dice(2));
  await page.waitForFunction(() => globalThis.seen.some(({ what }) => what === 'flight'));
  await shown(page);
  const way = (await seen(page, 'pig')).map(({ more }) => more.replace('#wheel-', ''));
  assert(way.join(' ').includes('tax famine storm'), `the pig walks: ${way}`);
  const points = await seen(page, 'points');
  assert(
    points.length === 2 && points.every(({ more }) => Number(more) >= 5),
    `both get points for figures in supply: ${JSON.stringify(points)}`,
  );
  const flights = (await seen(page, 'flight'))
    .map(({ more }) => more)
    .filter((more) => more.startsWith('points'))
    .sort();
  assert(flights.join() === 'points 0,points 1', `points fly to their owners: ${flights}`);
  const scores = await page.locator('.player .score').allInnerTexts();
  assert(
    scores.every((score) => Number(score) >= 5),
    `they count: ${scores}`,
  );
  const sounds = new Set((await seen(page, 'sound')).map(({ more }) => more));
  assert(sounds.size >= 4, `seal, hoof, points and the bot's tile are heard: ${[...sounds]}`);
  noFaults(page);
  await page.context().close();

  // A lady who is taken back scores where she stood and returns; also with
  // little prefetched and a connection slower than her flight.
  const other = await sitAt(chrome, server, 'lady', 52, 1, { options: { ...MOVING, savesData: true } });
  await follow(other, ...other.rest);
  await settle(other);
  await other.context().route(/\.(?:js|css)$/, (route) => setTimeout(() => void route.continue(), 1_500));
  await record(other);
  await confirm(other);
  const own = await other.locator('.player:has(.you)').getAttribute('data-seat');
  for (const wanted of [`points ${own}`, `figure ${own}`]) {
    await other.waitForFunction(
      (flight) => globalThis.seen.some(({ what, more }) => what === 'flight' && more === flight),
      wanted,
    );
  }
  noFaults(other);
  await other.context().close();

  // In The Castle markers move along the track, space by space.
  const castle = await sitAt(chrome, server, 'castle', 13, 1, { options: MOVING });
  await follow(castle, ...castle.rest);
  await castle.waitForSelector('[data-marker="0"]');
  await castle.evaluate(() => {
    const marker = document.querySelector('[data-marker="0"]');
    globalThis.totals = [Number(marker.dataset.total)];
    new MutationObserver(() => globalThis.totals.push(Number(marker.dataset.total))).observe(marker, {
      attributeFilter: ['data-total'],
    });
  });
  await confirm(castle);
  await castle.waitForFunction(() => globalThis.totals.at(-1) >= globalThis.totals[0] + 4);
  const totals = await castle.evaluate(() => globalThis.totals);
  assert(
    totals.every((now, n) => n === 0 || now === totals[n - 1] + 1),
    `the marker walks: ${totals}`,
  );
  noFaults(castle);
}

/** Plays the last turn of a recorded game. */
async function lastTurn(chrome, server) {
  const page = await sitAt(chrome, server, 'castle', 60, 1, { options: { ...MOVING, prefs: { pace: 'fast' } } });
  await follow(page, ...page.rest);
  await confirm(page);
  await page.waitForSelector('.tour[data-playing]');
  return page;
}
const total = (scores) => scores.split(' ').reduce((sum, score) => sum + Number(score), 0);

/** The final scoring plays automatically, points count up, then the winner is
 * named. */
export async function finale({ chrome, server }) {
  const page = await lastTurn(chrome, server);
  await record(page);
  const steps = Number(/(\d+)\D*$/.exec(await page.locator('.tour .count').innerText())[1]);
  await page.waitForSelector('.places');
  const headline = await page.locator('.headline').innerText();
  const counted = (await seen(page, 'scores')).map(({ more }) => total(more));
  assert(
    counted.length > steps && counted.every((sum, n) => n === 0 || sum >= counted[n - 1]),
    `points count up: ${counted}`,
  );
  const [final] = await page.evaluate(() => [
    [...document.querySelectorAll('.places .score')].map((one) => one.textContent).join(' '),
  ]);
  assert(total(final) === counted.at(-1), `to the result: ${counted.at(-1)} of ${final}`);
  await page.context().close();

  // It can be skipped.
  const other = await lastTurn(chrome, server);
  await other.waitForSelector('.tour .gains');
  await other.waitForSelector('[data-skip]');
  await other.keyboard.press('Escape');
  await other.waitForSelector('.places');
  await axe(other, 'end');
  noFaults(other);
  return `${steps} steps, ${headline}`;
}
