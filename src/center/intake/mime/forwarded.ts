import { FORWARDED, FROM_FIELD, ORIGINAL_MESSAGE, OTHER_FIELD, QUOTED, RULE } from '../../../text/quote-patterns.ts';
import { type MailPerson, readAddressField } from './address.ts';
import { decodeValue } from './encoded-words.ts';
import { field } from './headers.ts';
import { contentOf, type MimePart, readMime } from './tree.ts';

/**
 * How far a mark is searched, how long a line can be, how many lines the block of fields below a mark has, and how many
 * bytes the header of an enclosed mail.
 */
const limits = { lines: 400, characters: 500, fields: 12, blanks: 2, header: 65_536 } as const;

const forwardSubject = /^\s*(?:fwd?|wg|tr|rv|vb|vs|enc|i|fs|pd|转发|轉寄|転送)\s*[:：]/i;

/** Signs of quotes and of bold letters, which programs put before the fields. */
const SIGNS = /^[\s>*]+/;

function named(line: string): MailPerson | undefined {
  const value = line.slice(line.search(/[:：]/) + 1).replace(/^[\s*]+/, '');
  const person = readAddressField(value, 1)[0];
  if (person?.email) return person;
  // Text from HTML may repeat the address: `Kim <kim@there<mailto:kim@there>>`, `Kim [mailto:kim@there]`.
  const address = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/.exec(value)?.[0];
  const name = value.slice(0, value.search(/[<[(]|$/)).trim();
  return address === undefined ? undefined : readAddressField(`"${name.replace(/["\\]/g, '')}" <${address}>`, 1)[0];
}

/** The person in the From line of the block of fields that begins with these lines. */
function fromBelow(lines: readonly string[]): MailPerson | undefined {
  let blanks = 0;
  for (const raw of lines.slice(0, limits.fields + limits.blanks)) {
    const line = raw.replace(SIGNS, '').replace(/\s+/g, ' ');
    if (FROM_FIELD.test(line)) return named(line);
    if (line === '' && blanks < limits.blanks) blanks += 1;
    else if (!OTHER_FIELD.test(line)) return undefined;
  }
  return undefined;
}

/** The person below the first mark of a forward. A quote above it is an answer, and its content is not forwarded. */
function inText(text: string, isForward: boolean): MailPerson | undefined {
  const lines = text
    .slice(0, limits.lines * limits.characters)
    .split('\n', limits.lines)
    .map(line => line.slice(0, limits.characters));
  for (const [at, line] of lines.entries()) {
    // Outlook writes the same marks above an answered mail.
    const isMark = FORWARDED.test(line) || (isForward && (ORIGINAL_MESSAGE.test(line) || RULE.test(line)));
    if (isMark && !QUOTED.test(line)) return fromBelow(lines.slice(at + 1));
    if (QUOTED.test(line) || ORIGINAL_MESSAGE.test(line) || FROM_FIELD.test(line)) return undefined;
  }
  return undefined;
}

function mailsWithin(part: MimePart): MimePart[] {
  if (part.type.value === 'multipart/report') return [];
  return part.type.value === 'message/rfc822' ? [part] : part.parts.flatMap(mailsWithin);
}

/** The author of the only mail that it encloses. */
function enclosed(root: MimePart): MailPerson | undefined {
  const [mail, ...others] = mailsWithin(root);
  if (!mail || others.length > 0) return undefined;
  const header = contentOf({ ...mail, body: mail.body.subarray(0, limits.header) });
  return readAddressField(field(readMime(header).fields, 'from'), 1)[0];
}

/**
 * The author of the mail that a mail with this text forwards, according to the mail itself; null if it forwards none.
 */
export function forwardedFrom(root: MimePart, text: string): MailPerson | null {
  const isForward = forwardSubject.test(decodeValue(field(root.fields, 'subject').slice(0, 1_000)));
  const person = enclosed(root) ?? inText(text, isForward);
  return person?.email ? person : null;
}
