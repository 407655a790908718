// Engines: programs that play on the server over a WebSocket. Neither a browser
// nor every version of Node can send the header that a token needs, so the few
// frames of the protocol are written here.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;

/** Returns a frame as clients send it, with a mask. */
function frame(kind, content) {
  const { length } = content;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from([0x80 | kind, ...size]), mask, content.map((byte, n) => byte ^ mask[n % 4])]);
}

/** Returns the first frame in `bytes` and its length, or `null` if it is
 * incomplete. */
function firstFrame(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 0x7f;
  const from = short < 126 ? 2 : 4;
  if (bytes.length < from) return null;
  const end = from + (short < 126 ? short : bytes.readUInt16BE(2));
  return bytes.length < end ? null : { kind: bytes[0] & 0xf, content: bytes.subarray(from, end), end };
}

/** Connects a bot of the program as an engine, and returns a function that
 * disconnects it. */
export async function connectEngine(server, token, bot = 'greedy') {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const brain = server.brain(bot);
  const say = (kind, content) => socket.writable && socket.write(frame(kind, content));
  createInterface({ input: brain.stdout }).on('line', (line) => say(TEXT, Buffer.from(line)));
  const stop = () => {
    socket.destroy();
    brain.kill();
  };
  socket.on('close', stop);
  socket.on('error', stop);
  socket.write(
    [
      'GET /engine HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    let isOpen = false;
    socket.on('close', () => reject(new Error('the server closed the connection of an engine')));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!isOpen) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end === -1) return;
        const status = bytes.toString('latin1', 0, bytes.indexOf('\r\n'));
        if (!status.includes(' 101 ')) reject(new Error(`the server refuses an engine: ${status}`));
        isOpen = true;
        bytes = bytes.subarray(end + 4);
        resolve();
      }
      for (let next = firstFrame(bytes); next !== null; next = firstFrame(bytes)) {
        bytes = bytes.subarray(next.end);
        if (next.kind === TEXT && brain.stdin.writable) brain.stdin.write(`${next.content}\n`);
        if (next.kind === PING) say(PONG, next.content);
        if (next.kind === CLOSE) stop();
      }
    });
  });
  return stop;
}
