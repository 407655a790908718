// A game under study: a tree of turns with names, comments and evaluations, one
// of which is shown. The engine checks all turns; the tree only stores them.

import type { TreeView } from './wire';

/** A turn of the tree, or the start of the game. */
export class TurnNode {
  readonly id: number;
  readonly parent: TurnNode | null;
  /** The actions in notation, separated by spaces; empty for the start. */
  readonly turn: string;
  /** The seat whose turn it is, without meaning for the start. Seats do not always
   * alternate: some turns are followed by another one of the same seat. */
  readonly seat: number;
  name = $state('');
  comment = $state('');
  /** Expected final points of each seat; empty if unknown. */
  values = $state.raw<readonly number[]>([]);
  children = $state.raw<readonly TurnNode[]>([]);

  constructor(id: number, parent: TurnNode | null, turn: string, seat: number) {
    this.id = id;
    this.parent = parent;
    this.turn = turn;
    this.seat = seat;
  }

  /** Number of turns before and including this one. */
  get depth(): number {
    let depth = 0;
    for (let node = this.parent; node !== null; node = node.parent) depth += 1;
    return depth;
  }

  /** The actions from the start of the game. */
  get line(): string {
    const turns = [this.turn];
    for (let node = this.parent; node !== null; node = node.parent) turns.unshift(node.turn);
    return turns.filter((turn) => turn !== '').join(' ');
  }
}

/** Header keys that describe draws which another line does not have. */
const DEAL_KEYS = ['commit', 'salts', 'salt', 'reseed'];

export class Study {
  /** Version and header of the record. */
  readonly head: string;
  /** Lines after the last turn of the game that was opened. */
  readonly #tail: string;
  /** The turns of that game. */
  readonly #played: string;
  readonly root = new TurnNode(0, null, '', 0);
  current = $state.raw<TurnNode>(this.root);
  /** Actions after the current turn that do not make a whole turn. */
  begun = $state.raw<readonly string[]>([]);
  #ids = 0;

  constructor(tree: Pick<TreeView, 'head' | 'tail' | 'nodes'>) {
    this.head = tree.head;
    this.#tail = tree.tail;
    const nodes: TurnNode[] = [this.root];
    tree.nodes.forEach((view, n) => {
      const node = n === 0 ? this.root : this.#grow(nodes[view.parent] ?? this.root, view.turn, view.seat);
      nodes[n] = node;
      [node.name, node.comment, node.values] = [view.name, view.comment, view.values];
    });
    this.#played = this.#mainLine().join('\n');
    const last = this.end(this.root);
    const isUnfinished = tree.nodes.some(
      (view, n) => view.is_unfinished && nodes[n] === last && last.comment === '' && last.name === '',
    );
    // A turn that has only begun can be played in any way.
    if (isUnfinished && last.parent !== null) {
      this.current = last.parent;
      this.begun = last.turn.split(' ');
      this.remove(last);
      this.#played = this.#mainLine().join('\n');
    } else {
      this.current = last;
    }
  }

  /** The actions from the start of the game to the position that is shown. */
  line = $derived([this.current.line, ...this.begun].filter((part) => part !== '').join(' '));

  /** The position that is shown, as the record of a game that ends there. */
  shown = $derived.by((): string => {
    const turns: string[] = [];
    for (let node: TurnNode | null = this.current; node !== null; node = node.parent) turns.unshift(node.turn);
    return written([withoutDeal(this.head).trimEnd(), ...turns, this.begun.join(' ')]);
  });

  /** True if there are variations, names or comments, which a position does not
   * contain. */
  isAnnotated = $derived.by((): boolean => {
    const isPlain = ({ name, comment, children }: TurnNode): boolean =>
      name === '' && comment === '' && children.length < 2 && children.every(isPlain);
    return !isPlain(this.root);
  });

  /** The turn that is shown and its alternatives. */
  siblings = $derived.by((): readonly TurnNode[] => this.current.parent?.children ?? []);

  /** Returns the last turn of the line that a turn belongs to. */
  end(node: TurnNode): TurnNode {
    let last = node;
    for (let [next] = last.children; next !== undefined; [next] = last.children) last = next;
    return last;
  }

  /** Shows a turn. */
  go(node: TurnNode): void {
    this.current = node;
    this.begun = [];
  }

  /** Shows the turn of the main line that contains the action with this number,
   * from 1. */
  goTo(actions: number): void {
    let [node, played] = [this.root, 0];
    for (let [next] = node.children; played < actions && next !== undefined; [next] = node.children) {
      node = next;
      played += next.turn.split(' ').length;
    }
    this.go(node);
  }

  /** Shows the position after the first `actions` actions of the main line, which
   * may be in the middle of a turn. */
  showAt(actions: number): void {
    let [node, left] = [this.root, actions];
    for (let [next] = node.children; left > 0 && next !== undefined; [next] = node.children) {
      const tokens = next.turn.split(' ');
      if (tokens.length > left) {
        this.current = node;
        this.begun = tokens.slice(0, left);
        return;
      }
      [node, left] = [next, left - tokens.length];
    }
    this.go(node);
  }

  /** Number of actions of the main line that lead to the position that is shown:
   * in a variation, those before it. */
  mainActions = $derived.by((): number => {
    const shown = this.line.split(' ');
    const main = this.#mainLine().join(' ').split(' ');
    const other = shown.findIndex((action, n) => action !== main[n]);
    if (this.line === '') return 0;
    return other === -1 ? shown.length : other;
  });

  /** The game without variations and notes, as a record. */
  game = $derived.by((): string => {
    const { head, tail } = this.#frame();
    return written([head, ...this.#mainLine(), tail]);
  });

  /** Takes back the last action: a draw, or the turn. */
  undo(): void {
    if (this.begun.length > 0) this.begun = this.begun.slice(0, -1);
    else if (this.current.parent !== null) this.go(this.current.parent);
  }

  /** Adds a turn of a seat after the current one, unless it is there, and shows
   * it. */
  play(turn: string, seat: number): void {
    this.go(this.current.children.find((node) => node.turn === turn) ?? this.#grow(this.current, turn, seat));
  }

  /** Removes a turn and everything after it. */
  remove(node: TurnNode): void {
    const { parent } = node;
    if (parent === null) return;
    for (let one: TurnNode | null = this.current; one !== null; one = one.parent) if (one === node) this.go(parent);
    parent.children = parent.children.filter((child) => child !== node);
  }

  /** Makes a variation the main line of its turn. */
  promote(node: TurnNode): void {
    const { parent } = node;
    if (parent !== null) parent.children = [node, ...parent.children.filter((child) => child !== node)];
  }

  /** Shows the next or previous alternative to the current turn. */
  alternative(by: 1 | -1): void {
    const all = this.siblings;
    const next = all[(all.indexOf(this.current) + by + all.length) % all.length];
    if (next !== undefined) this.go(next);
  }

  /** Returns the game as an annotated record. The engine writes its canonical
   * form. */
  text(): string {
    const { head, tail } = this.#frame();
    return written([head, ...notes(this.root), ...this.#write(this.#childrenOf(this.root)), tail]);
  }

  /** Returns the lines before and after the turns. */
  #frame(): { head: string; tail: string } {
    const isGame = this.#mainLine().join('\n') === this.#played;
    return { head: (isGame ? this.head : withoutDeal(this.head)).trimEnd(), tail: isGame ? this.#tail.trimEnd() : '' };
  }

  /** Returns the turns after a turn, with the one that has begun: it is part of
   * the position, but not of the tree. */
  #childrenOf(node: TurnNode): readonly TurnNode[] {
    if (node !== this.current || this.begun.length === 0) return node.children;
    return [...node.children, new TurnNode(0, node, this.begun.join(' '), 0)];
  }

  /** Returns the lines of the line that begins with the first of `nodes`, and of
   * the variations that begin with the others. */
  #write(nodes: readonly TurnNode[]): string[] {
    const lines: string[] = [];
    for (let all = nodes, [main] = nodes; main !== undefined; all = this.#childrenOf(main), [main] = all) {
      lines.push(main.turn, ...notes(main));
      for (const other of all.slice(1)) lines.push('#! (', ...this.#write([other]).map(marked), '#! )');
    }
    return lines;
  }

  #mainLine(): string[] {
    const turns: string[] = [];
    for (let [node] = this.root.children; node !== undefined; [node] = node.children) turns.push(node.turn);
    return turns;
  }

  #grow(parent: TurnNode, turn: string, seat: number): TurnNode {
    this.#ids += 1;
    const node = new TurnNode(this.#ids, parent, turn, seat);
    parent.children = [...parent.children, node];
    return node;
  }
}

/** Joins the lines of a record. */
const written = (lines: readonly string[]): string =>
  lines
    .filter((line) => line !== '')
    .join('\n')
    .concat('\n');

const marked = (line: string): string => (line.startsWith('#! ') ? line : `#! ${line}`);

/** Returns the lines with the notes on a turn. */
function notes({ name, comment, values }: TurnNode): string[] {
  return [
    ...(name === '' ? [] : [`#! name ${name.replaceAll(/\s+/g, ' ')}`]),
    ...(values.length === 0 ? [] : [`#! value ${values.map((value) => value.toFixed(1)).join(' ')}`]),
    ...(comment === '' ? [] : comment.split('\n').map((line) => `#! text ${line}`.trimEnd())),
  ];
}

/** Returns a header without the commitment of a deal. */
const withoutDeal = (head: string): string =>
  head
    .split(' ')
    .filter((word) => !DEAL_KEYS.some((key) => word.startsWith(`${key}=`)))
    .join(' ');
