/** How much of a line is looked at: the signs of code or a log stand at its beginning, or in its columns. */
const LOOKED_AT = 400;
/** The beginnings of lines that programs write: an indented line with signs, a time, a level, a frame of a stack, a prompt. */
const BEGINS = [
  /^(?:\t| {4,}).*(?:[{};<>]|[=!]=|\w\(|=>|->)/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d /,
  /^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/,
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]?[:\s]/,
  /^Traceback \(most recent call last\)/,
  /^[\w.$]+(?:Exception|Error): /,
  /^(?:[$#>] |[\w.-]+@[\w.-]+[:~ ]\S*[$#] )\S/,
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|HTTP\/[\d.]+) \S/,
  /^[|+][-=+|]{3,}/,
];
/** A row of a table: cells between bars, or gaps of two blanks or more. */
const BARRED = /^\|.*\|.*\|\s*$/;
const GAP = / {2,}|\t/;
const MIN_CELLS = 4;

/**
 * Which lines a program wrote: code, a log, a table. Their columns mean something, so they are not wrapped. A line
 * counts only if the line above or below it looks like one too.
 */
export function codeLines(lines: readonly string[]): readonly boolean[] {
  const isLike = lines.map(isLikeCode);
  return isLike.map((own, at) => own && (isLike[at - 1] === true || isLike[at + 1] === true));
}

function isLikeCode(line: string): boolean {
  const start = line.slice(0, LOOKED_AT);
  if (BARRED.test(start) || BEGINS.some(form => form.test(start))) return true;
  return start.trim().split(GAP).length >= MIN_CELLS;
}
