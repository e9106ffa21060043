/**
 * Messages by which the engine itself reports a mistake in the program; any other message may quote a customer and is
 * left out.
 */
const ENGINE_WORDS =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null)(?: \([a-z]+ '\w{1,40}'\))?|[\w.$]{1,60} is not (?:a function|defined|iterable|a constructor)|Maximum call stack size exceeded|Invalid array length|Minified React error #\d+)/;
const MAX_CAUSES = 5;
const PLACE = /^ {4}at .*:\d+:\d+\)?$|^ {4}at .*\((?:<anonymous>|native|index \d+)\)$/;

/** An error as its kind, its code and the places of its stack, and its causes likewise: no word of a user. */
export function errorLines(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error)) return [`a thrown ${error === null ? 'null' : typeof error}`];
  const { name, message, stack = '', cause, code, syscall } = error as NodeJS.ErrnoException & { cause?: unknown };
  const said = ENGINE_WORDS.exec(message)?.[0];
  const places = placesIn(stack, message);
  const causes = cause === undefined || depth >= MAX_CAUSES ? [] : ['caused by:', ...errorLines(cause, depth + 1)];
  return [[name, code, syscall, said].filter(part => part !== undefined).join(' '), ...places, ...causes];
}

/**
 * The stack begins with the message, whose lines may look like places too; if that has changed, no line can be trusted.
 */
function placesIn(stack: string, message: string): readonly string[] {
  const at = stack.indexOf(message);
  const isIntact = at >= 0 && stack.slice(0, at).split('\n').length === 1;
  const lines = (isIntact ? stack.slice(at + message.length) : stack).split('\n');
  const isPlace = (line: string) => PLACE.test(line);
  return isIntact ? lines.filter(isPlace) : lines.slice(lines.findLastIndex(line => !isPlace(line)) + 1);
}
