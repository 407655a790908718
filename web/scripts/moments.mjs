// Lists the prompts of recorded games, to find positions for tests:
//   bastide play --people 0 --game stronghold --seed 7 --save castle.bastide
//   node scripts/moments.mjs castle.bastide
// Every line contains the turn, the number of its actions performed so far, the
// prompt and the offers.
import { existsSync, readFileSync } from 'node:fs';
import { make, post, Server } from '../tests/e2e/support.mjs';

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname;
const program = process.env.BASTIDE ?? `${target}/debug/bastide`;
const files = process.argv.slice(2);
if (files.length === 0 || !existsSync(program)) {
  console.error('usage: node scripts/moments.mjs RECORD...; needs a built bastide, or where BASTIDE says');
  process.exit(2);
}

const server = new Server(program);
await server.start();
for (const file of files) {
  const record = readFileSync(file, 'utf8');
  const [, header, ...lines] = record
    .trim()
    .split('\n')
    .filter((line) => !/^(?:end|seed) /.test(line));
  const seats = Array.from({ length: Number(/seats=(\d)/.exec(header)[1]) }, (_, n) => ({
    kind: 'me',
    name: `seat ${n}`,
  }));
  let before = 0;
  for (const [n, line] of lines.entries()) {
    const turn = line.split(' ');
    const { table, token } = await make(server, { seats, go_on: { record, actions: before + 1 } });
    for (let done = 2; done < turn.length && !/^[DT]/.test(turn[done]); done += 1) {
      const question = { kind: 'preview', actions: turn.slice(1, done) };
      const { offers } = await post(server, `/api/tables/${table}/ask`, question, token);
      if (offers) console.log(file, n + 1, done, offers.prompt, offers.offers.map((offer) => offer.action).join(' '));
    }
    before += turn.length;
  }
}
await server.clean();
