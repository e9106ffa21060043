/** One statement of a mail server: `dkim=pass header.d=there.example`. Everything is in lower case. */
export interface AuthenticationResult {
  readonly method: string;
  readonly result: string;
  /** `header.from`, `header.d`, `smtp.mailfrom` and others, each with its values. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

/** An Authentication-Results field. */
export interface AuthenticationResults {
  /** The name of the server that wrote it, in lower case. */
  readonly authservId: string;
  /** Undefined if the field cannot be read. */
  readonly results: readonly AuthenticationResult[] | undefined;
}

class Malformed extends Error {}

/** Longer fields are no server's. */
const MAX_CHARACTERS = 8_192;
const MAX_RUNS = 400;

/** Reads a field from left to right, so that what stands in a comment or between quotes is never taken for a result. */
class Scanner {
  readonly #text: string;
  #at = 0;
  #runs = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The next sign, or an empty text at the end; blanks and comments are skipped. A comment alone parts no words: not all
   * programs let it.
   */
  peek(): string {
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at]!;
      if (sign === '(') this.#skipComment();
      else if (BLANK.test(sign)) this.#at += 1;
      else break;
    }
    const sign = this.#text[this.#at] ?? '';
    const hasParted = start === this.#at || BLANK.test(this.#text[start]!) || BLANK.test(this.#text[this.#at - 1]!);
    if (!hasParted && !/^[;=]?$/.test(sign) && !/^[;=]?$/.test(this.#text[start - 1] ?? '')) throw new Malformed();
    return sign;
  }

  /** Takes the equals sign that stands right here, and says whether a value follows it without a blank. */
  takeEquals(): boolean {
    if (this.#text[this.#at] !== '=') throw new Malformed();
    this.#at += 1;
    return !ENDS_VALUE.test(this.#text[this.#at] ?? ';');
  }

  /** Takes the next sign if it is this one. */
  take(sign: string): boolean {
    if (this.peek() !== sign) return false;
    this.#at += 1;
    return true;
  }

  /** A token (RFC 2045, section 5.1) of this form. No sign beyond ASCII may pass for one of it. */
  word(form: RegExp): string {
    const word = this.#run(sign => TOKEN.test(sign));
    if (!form.test(word)) throw new Malformed();
    return word;
  }

  /** A value, in which quoted pieces may stand. */
  value(): string {
    return this.#run(sign => !ENDS_VALUE.test(sign), true);
  }

  #run(isIn: (sign: string) => boolean, mayQuote = false): string {
    this.peek();
    this.#runs += 1;
    const start = this.#at;
    let run = '';
    for (let sign = this.#text[this.#at]; sign !== undefined && isIn(sign); sign = this.#text[this.#at])
      if (mayQuote && sign === '"') run += this.#quoted();
      else {
        run += sign;
        this.#at += 1;
      }
    if (this.#at === start || this.#runs > MAX_RUNS) throw new Malformed();
    return run.toLowerCase();
  }

  #quoted(): string {
    let content = '';
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      if (this.#text[this.#at] === '\\') this.#at += 1;
      if (this.#at >= this.#text.length) throw new Malformed();
      content += this.#text[this.#at];
    }
    this.#at += 1;
    return content;
  }

  #skipComment(): void {
    let depth = 0;
    do {
      const sign = this.#text[this.#at];
      if (sign === undefined) throw new Malformed();
      if (sign === '\\') this.#at += 1;
      else if (sign === '(') depth += 1;
      else if (sign === ')') depth -= 1;
      this.#at += 1;
    } while (depth > 0);
  }
}

const BLANK = /[ \t]/;
const TOKEN = /[!#-'*+.0-9A-Z^-~-]/;
const KEYWORD = /^[a-z\d-]+$/;
const PROPERTY = /^[a-z\d-]+(?:\.[a-z\d_-]+)?$/;
const ENDS_VALUE = /[\s\p{C}();]/u;
/** Programs differ about these, so nobody can say what a field with one of them means. */
const UNCLEAR = /[\0\r\n]/;

function isAtEnd(from: Scanner): boolean {
  return /^;?$/.test(from.peek());
}

function pair(from: Scanner): [key: string, value: string] {
  const key = from.word(PROPERTY);
  if (from.takeEquals()) return [key, from.value()];
  // The sender of a bounce is an empty text, which not all servers quote.
  if (!isAtEnd(from)) throw new Malformed();
  return [key, ''];
}

/** `method=result` and its properties; undefined for `none`, which says that nothing was checked. */
function statement(from: Scanner): AuthenticationResult | undefined {
  const said = from.word(KEYWORD);
  if (said === 'none' && isAtEnd(from)) return undefined;
  if (!from.take('=')) throw new Malformed();
  const result = from.word(KEYWORD);
  const properties = new Map<string, string[]>();
  while (!isAtEnd(from)) {
    const [key, value] = pair(from);
    properties.set(key, [...(properties.get(key) ?? []), value]);
  }
  return { method: said, result, properties };
}

function statements(from: Scanner): AuthenticationResult[] {
  const results: AuthenticationResult[] = [];
  while (from.take(';'))
    if (!isAtEnd(from)) {
      const found = statement(from);
      if (found) results.push(found);
    }
  if (from.peek() !== '') throw new Malformed();
  return results;
}

function tried<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** Reads the value of an Authentication-Results field (RFC 8601); undefined if it names no server. */
export function readAuthenticationResults(value: string): AuthenticationResults | undefined {
  const scanner = new Scanner(value.slice(0, MAX_CHARACTERS));
  const authservId = tried(() => scanner.word(/./));
  if (authservId === undefined) return undefined;
  const results = tried(() => {
    if (!isAtEnd(scanner)) scanner.word(/^1$/);
    return statements(scanner);
  });
  const isUnclear = value.length > MAX_CHARACTERS || UNCLEAR.test(value);
  return { authservId, results: isUnclear ? undefined : results };
}
