// QR codes for links: byte mode, error correction level M, versions 1 to 10 (up
// to 213 bytes). A compact implementation of ISO/IEC 18004.

/** Rows of dark (true) and light modules. */
export type Matrix = boolean[][];

interface Version {
  /** Error correction bytes per block. */
  check: number;
  /** Data bytes of each block. */
  blocks: number[];
  /** Positions of the alignment patterns. */
  marks: number[];
}

const times = (n: number, size: number): number[] => new Array<number>(n).fill(size);

const VERSIONS: readonly Version[] = [
  { check: 10, blocks: [16], marks: [] },
  { check: 16, blocks: [28], marks: [6, 18] },
  { check: 26, blocks: [44], marks: [6, 22] },
  { check: 18, blocks: times(2, 32), marks: [6, 26] },
  { check: 24, blocks: times(2, 43), marks: [6, 30] },
  { check: 16, blocks: times(4, 27), marks: [6, 34] },
  { check: 18, blocks: times(4, 31), marks: [6, 22, 38] },
  { check: 22, blocks: [...times(2, 38), ...times(2, 39)], marks: [6, 24, 42] },
  { check: 22, blocks: [...times(3, 36), ...times(2, 37)], marks: [6, 26, 46] },
  { check: 26, blocks: [...times(4, 43), 44], marks: [6, 28, 50] },
];

/** Returns the QR code of a text, or `null` if it is too long. */
export function qr(text: string): Matrix | null {
  const bytes = [...new TextEncoder().encode(text)];
  for (const [n, version] of VERSIONS.entries()) {
    const room = version.blocks.reduce((sum, size) => sum + size, 0);
    const countBits = n + 1 < 10 ? 8 : 16;
    if (bytes.length * 8 + 4 + countBits > room * 8) continue;
    return draw(n + 1, version, interleave(version, pack(bytes, countBits, room)));
  }
  return null;
}

function pack(bytes: readonly number[], countBits: number, room: number): number[] {
  let bits = `0100${bytes.length.toString(2).padStart(countBits, '0')}`;
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits += '0'.repeat(Math.min(4, room * 8 - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

function interleave(version: Version, data: readonly number[]): number[] {
  const divisor = generator(version.check);
  let at = 0;
  const blocks = version.blocks.map((size) => {
    const own = data.slice(at, at + size);
    at += size;
    return { own, check: remainder(own, divisor) };
  });
  const out: number[] = [];
  const most = Math.max(...version.blocks);
  for (let n = 0; n < most; n += 1) for (const { own } of blocks) if (n < own.length) out.push(own[n] ?? 0);
  for (let n = 0; n < version.check; n += 1) for (const { check } of blocks) out.push(check[n] ?? 0);
  return out;
}

/** Multiplies in GF(256). */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  const result = [...times(degree - 1, 0), 1];
  let root = 1;
  for (let n = 0; n < degree; n += 1) {
    for (let m = 0; m < degree; m += 1) {
      result[m] = multiply(result[m] ?? 0, root) ^ (m + 1 < degree ? (result[m + 1] ?? 0) : 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = times(divisor.length, 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((term, n) => (result[n] = (result[n] ?? 0) ^ multiply(term, factor)));
  }
  return result;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
];

function draw(number: number, version: Version, data: readonly number[]): Matrix {
  const size = number * 4 + 17;
  let best: Matrix | null = null;
  let least = Infinity;
  for (const [n, mask] of MASKS.entries()) {
    const grid = new Grid(size);
    grid.patterns(number, version.marks, n);
    grid.fill(data, mask);
    const cost = grid.cost();
    if (cost < least) [best, least] = [grid.dark, cost];
  }
  return best ?? [];
}

class Grid {
  readonly dark: Matrix;
  readonly #taken: Matrix;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    const empty = (): Matrix => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    this.dark = empty();
    this.#taken = empty();
  }

  #set(x: number, y: number, isDark: boolean): void {
    const [row, taken] = [this.dark[y], this.#taken[y]];
    if (row === undefined || taken === undefined || x < 0 || x >= this.#size) return;
    row[x] = isDark;
    taken[x] = true;
  }

  patterns(number: number, marks: readonly number[], mask: number): void {
    const last = this.#size - 1;
    for (let n = 0; n <= last; n += 1) {
      this.#set(6, n, n % 2 === 0);
      this.#set(n, 6, n % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ] as const)
      this.#eye(x, y);
    for (const x of marks) {
      for (const y of marks) {
        const isCorner = (x === 6 && y === 6) || (x === 6 && y === last - 6) || (x === last - 6 && y === 6);
        if (!isCorner) this.#mark(x, y);
      }
    }
    this.#format(mask);
    if (number >= 7) this.#version(number);
  }

  #eye(x: number, y: number): void {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(x + dx, y + dy, far !== 2 && far !== 4);
      }
    }
  }

  #mark(x: number, y: number): void {
    for (let dy = -2; dy <= 2; dy += 1) {
      for (let dx = -2; dx <= 2; dx += 1) this.#set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }

  #format(mask: number): void {
    // Error correction level M has the bits 00.
    let rest = mask;
    for (let n = 0; n < 10; n += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (n: number): boolean => ((bits >>> n) & 1) === 1;
    const last = this.#size - 1;
    for (let n = 0; n <= 5; n += 1) this.#set(8, n, bit(n));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let n = 9; n < 15; n += 1) this.#set(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n += 1) this.#set(last - n, 8, bit(n));
    for (let n = 8; n < 15; n += 1) this.#set(8, last - 14 + n, bit(n));
    this.#set(8, last - 7, true);
  }

  #version(number: number): void {
    let rest = number;
    for (let n = 0; n < 12; n += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (number << 12) | rest;
    for (let n = 0; n < 18; n += 1) {
      const isDark = ((bits >>> n) & 1) === 1;
      const [a, b] = [this.#size - 11 + (n % 3), Math.floor(n / 3)];
      this.#set(a, b, isDark);
      this.#set(b, a, isDark);
    }
  }

  fill(data: readonly number[], mask: (x: number, y: number) => boolean): void {
    let at = 0;
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.#size; step += 1) {
        const isUp = ((right + 1) & 2) === 0;
        const y = isUp ? this.#size - 1 - step : step;
        for (const x of [right, right - 1]) {
          const [row, taken] = [this.dark[y], this.#taken[y]];
          if (row === undefined || taken === undefined || taken[x]) continue;
          const byte = data[at >>> 3];
          const isDark = byte !== undefined && ((byte >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
          row[x] = isDark !== mask(x, y);
        }
      }
    }
  }

  /** Returns the penalty for long runs of one colour. */
  cost(): number {
    let cost = 0;
    const run = (look: (n: number) => boolean | undefined): void => {
      let length = 1;
      for (let n = 1; n < this.#size; n += 1) {
        length = look(n) === look(n - 1) ? length + 1 : 1;
        if (length >= 5) cost += length === 5 ? 3 : 1;
      }
    };
    for (let line = 0; line < this.#size; line += 1) {
      run((n) => this.dark[line]?.[n]);
      run((n) => this.dark[n]?.[line]);
    }
    return cost;
  }
}
