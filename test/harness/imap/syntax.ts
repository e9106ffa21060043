/** One command of a client: `a1 UID FETCH 1:* (UID)`, its literals put in as quoted strings. */
export interface Command {
  readonly tag: string;
  /** In capitals, with `UID ` before it if the client said so. */
  readonly name: string;
  readonly rest: string;
}

/** Takes a line apart. */
export function parseCommand(line: string): Command {
  const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?([\s\S]*)$/i.exec(line) ?? [];
  return { tag, name: name.toUpperCase(), rest };
}

/** The atoms, quoted strings and parenthesised groups of a command's arguments. */
export function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|\([^)]*\)|BODY(?:\.PEEK)?\[[^\]]*\](?:<[\d.]+>)?|[^\s()]+/g)].map(
    ([all, quoted]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? all,
  );
}

/** Whether a sequence set (`3,5:*`) holds a number; `last` is what `*` means. */
export function setHolds(set: string, last: number): (number: number) => boolean {
  const ranges = set.split(',').map(range => {
    const [from = 0, to = from] = range.split(':').map(end => (end === '*' ? last : Number(end)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return number => ranges.some(([from, to]) => number >= from && number <= to);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** INTERNALDATE in the form of the protocol. */
export function dateTime(at: number): string {
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${day}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000`;
}

/** The midnight of a date of SEARCH, `3-Nov-2026`. */
export function searchDay(text: string): number {
  const [day, month, year] = text.split('-');
  return Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day));
}
