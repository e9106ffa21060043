/** This many pieces are joined at a time: those of all of a long text would not fit into the thread's memory. */
const JOINED = 4_096;

/** A text that is made of very many pieces. */
export class LongText {
  readonly #joined: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  /** Its length so far, in UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  /** Adds a piece at its end. */
  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) < JOINED) return;
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** The text as a whole. */
  toString(): string {
    return [...this.#joined, ...this.#pieces].join('');
  }
}

/**
 * Replaces the matches of a global pattern in a text by the result of `decode`, and the text between them by that of
 * `between`. `replace` would keep all of them at once.
 */
export function replaceRuns(
  text: string,
  runs: RegExp,
  decode: (run: RegExpExecArray) => string,
  between: (piece: string) => string = piece => piece,
): string {
  const out = new LongText();
  let end = 0;
  for (const run of text.matchAll(runs)) {
    out.add(between(text.slice(end, run.index)));
    out.add(decode(run));
    end = run.index + run[0].length;
  }
  out.add(between(text.slice(end)));
  return out.toString();
}
