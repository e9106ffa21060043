/** Letters that not every terminal of a reader has, by their names in roff. */
const NAMED: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  '’': '\\(cq',
  '“': '\\(lq',
  '”': '\\(rq',
  '…': '...',
  '↑': '\\(ua',
  '↓': '\\(da',
  '←': '\\(<-',
  '→': '\\(->',
  '^': '\\(ha',
  '~': '\\(ti',
  '`': '\\(ga',
  "'": '\\(aq',
};

/** Text that roff prints as it is: no letter of it is a request or an escape. */
export function roffText(text: string): string {
  const escaped = text.replace(/[\\\-’“”…↑↓←→^~`']|[^\n\x20-\x7e]/gu, letter => NAMED[letter] ?? byCode(letter));
  // A line that begins with a full stop would be a request.
  return escaped.replace(/^\./gm, '\\&.');
}

function byCode(letter: string): string {
  return `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** The same in bold. */
export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** The same in italics. */
export function italic(text: string): string {
  return `\\fI${roffText(text)}\\fR`;
}

/** The words of a command or an option: literal text in bold, placeholders in italics. */
export function commandRoff(text: string): string {
  return text
    .split(/(<[^>]*>|\[[^\]]*\]|[\s,|]+)/)
    .filter(part => part !== '')
    .map(part => (/^[<[]/.test(part) ? italic(part) : /^[\s,|]+$/.test(part) ? roffText(part) : bold(part)))
    .join('');
}

/** An entry of a list: its term, already in roff, and the text about it. */
export function entry(term: string, text: string): string {
  return `.TP\n${term}\n${text}`;
}

/** A section of the page. */
export function section(title: string, ...parts: readonly string[]): string {
  return [`.SH ${title}`, ...parts].join('\n');
}

/** A part of a section, with a title of its own. */
export function subsection(title: string, ...parts: readonly string[]): string {
  return [`.SS ${roffText(title)}`, ...parts].join('\n');
}

/** Lines as they are, one below the other. */
export function verbatim(lines: readonly string[]): string {
  return ['.PP', '.nf', ...lines.map(line => (line === '' ? '.sp' : `    ${roffText(line)}`)), '.fi'].join('\n');
}
