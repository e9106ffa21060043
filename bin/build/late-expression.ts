/**
 * Stands for a regular expression, which is made when it is first used: one for a property of Unicode can take a
 * millisecond. It does all that a program of the bundle asks of an expression.
 */
export class LateExpression {
  readonly source: string;
  readonly flags: string;
  private made: RegExp | undefined;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  private own(): RegExp {
    this.made ??= new RegExp(this.source, this.flags);
    return this.made;
  }

  get lastIndex(): number {
    return this.own().lastIndex;
  }

  set lastIndex(at: number) {
    this.own().lastIndex = at;
  }

  test(text: string): boolean {
    return this.own().test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.own().exec(text);
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.own()[Symbol.match](text);
  }

  [Symbol.matchAll](text: string): RegExpStringIterator<RegExpMatchArray> {
    return this.own()[Symbol.matchAll](text);
  }

  [Symbol.replace](text: string, by: string & ((part: string, ...parts: unknown[]) => string)): string {
    return this.own()[Symbol.replace](text, by);
  }

  [Symbol.search](text: string): number {
    return this.own()[Symbol.search](text);
  }

  [Symbol.split](text: string, limit?: number): string[] {
    return this.own()[Symbol.split](text, limit);
  }
}
