// A server with its own data folder that can be stopped and restarted.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Returns an unused port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server with its own data folder. */
export class Server {
  #program;
  #folder = mkdtempSync(join(tmpdir(), 'bastide-e2e-'));
  #child = null;
  url = '';
  /** Folder of the build that it serves. */
  pages = process.env.PAGES ?? new URL('../../../dist', import.meta.url).pathname;

  constructor(program) {
    this.#program = program;
  }

  /** Starts another server, without any tables. */
  async another() {
    const server = new Server(this.#program);
    await server.start();
    return server;
  }

  async start(port) {
    const own = port ?? (await freePort());
    this.url = `http://127.0.0.1:${own}`;
    const args = [
      'serve',
      '--listen',
      `127.0.0.1:${own}`,
      '--data-dir',
      this.#folder,
      '--pages',
      this.pages,
      '--rate-limits',
      'off',
      '--push',
      'on',
    ];
    this.#child = spawn(this.#program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; tries < 150; tries += 1) {
      try {
        if ((await fetch(this.url)).ok) return;
      } catch {
        // The server is not ready yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the server does not answer');
  }

  async stop() {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  /** Runs an `admin` command of the operator, and returns its output. */
  async admin(...words) {
    const args = ['admin', '--data-dir', this.#folder, ...words];
    return (await promisify(execFile)(this.#program, args)).stdout;
  }

  /** Starts a bot of the program that speaks the engine protocol. */
  brain(bot) {
    return spawn(this.#program, ['engine', '--bot', bot], { stdio: ['pipe', 'pipe', 'inherit'] });
  }

  /** Restarts the server on the same port. */
  async restart() {
    const { port } = new URL(this.url);
    await this.stop();
    await this.start(Number(port));
  }

  async clean() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
