import { messageLimits } from '../../../contract/message.ts';
import { htmlToText } from '../../../text/html.ts';
import { trimEnd } from '../../../text/trim-end.ts';
import { signedContent } from './cms.ts';
import { decodeValue } from './encoded-words.ts';
import { field } from './headers.ts';
import { cutMessage, readPartText } from './part-text.ts';
import { namesWithin, shownWithin } from './shown-within.ts';
import { unwrapTnef, type WrappedText } from './tnef.ts';
import { contentOf, fileNameOf, type MimePart, readMime } from './tree.ts';
import { hidesHtml } from './versions.ts';

/** A file attached to a mail; `name` is its sender's name for it, which is cleaned when it is stored. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Whether it is shown inside the mail's HTML, as the logo of a signature is. */
  readonly isInline: boolean;
}

/** The text and the files of a mail. */
export interface Body {
  /** The readable text, from HTML if there is no plain text. */
  readonly text: string;
  /** The HTML as sent; null if there was none. */
  readonly html: string | null;
  readonly files: readonly MailFile[];
}

/** The service's limits for a message, and how deep nested mails are read. */
const limits = { ...messageLimits, nesting: 3 } as const;

/** The type of a signature that encloses its content. */
const SIGNED = 'application/pkcs7-mime; smime-type=signed-data';

/** A file before the whole mail is read: later HTML may show it by one of these names. */
type FoundFile = Omit<MailFile, 'isInline'> & { readonly names: readonly string[]; readonly isWrapped?: boolean };

interface Gathered {
  readonly texts: string[];
  readonly htmls: string[];
  /** The HTML of nested mails, which is not stored but shows files. */
  readonly innerHtmls: string[];
  readonly files: FoundFile[];
}

/** If the converter rejects HTML, its words are still kept. */
function readable(html: string): string {
  try {
    return htmlToText(html);
  } catch {
    // The words are kept without their form; the original is kept too.
    return html.replace(/<[^<>]*>/g, ' ');
  }
}

/** The commands of rich text that produce text. */
const richSigns: Readonly<Record<string, string>> = { '<<': '<', '<lt>': '<', '<nl>': '\n', '<np>': '\n' };

/** RFC 1896, and RFC 1341 before it: commands stand in angle brackets, and a single line break is a blank. */
function unrich(text: string): string {
  return text
    .replace(/<(param|comment)>[^<]*<\/\1>/gi, '')
    .replace(/\n+/g, breaks => (breaks.length === 1 ? ' ' : breaks.slice(1)))
    .replace(/<<|<[/a-z][^<>\n]{0,60}>/gi, found => richSigns[found.toLowerCase()] ?? '');
}

function plainOf(type: string, text: string): string {
  if (type === 'text/html') return readable(text);
  return /^text\/(?:enriched|richtext)$/.test(type) ? unrich(text) : text;
}

/** RTF of a word processor may be sent with the type of RFC 1341's rich text. */
function isDocument(part: MimePart): boolean {
  return part.type.value === 'text/richtext' && contentOf(part).toString('latin1', 0, 5) === '{\\rtf';
}

function isText(part: MimePart): boolean {
  return (
    /^text\/(?:plain|html|enriched|richtext|(?:x-)?(?:web-)?markdown|uri-list|x-(?:plain|rst|org))$/.test(
      part.type.value,
    ) &&
    part.disposition.value !== 'attachment' &&
    !isDocument(part)
  );
}

/**
 * Whether a text is a file that the mail shows: it has a name, and is a part beside others. Some programs name the text of
 * a mail in its type.
 */
function isShownFile(part: MimePart, isBesideOthers: boolean, { texts }: Gathered): boolean {
  return isBesideOthers && (part.disposition.params.has('filename') || (texts.length > 0 && fileNameOf(part) !== ''));
}

function isMail(part: MimePart): boolean {
  return part.type.value === 'message/rfc822' && part.disposition.value !== 'attachment';
}

function wordsOf({ text, html, within }: WrappedText): string {
  return [text.trim() === '' ? readable(cutMessage(html)) : text, ...within.map(wordsOf)]
    .filter(each => each.trim() !== '')
    .join('\n\n');
}

function addUnwrapped(wrapped: WrappedText, into: Gathered): void {
  const html = cutMessage(wrapped.html);
  if (html.trim() !== '') into.htmls.push(html);
  into.texts.push(cutMessage(wordsOf(wrapped)));
}

/** The file in which Outlook wraps others, unreadable for other programs, is shown as the files it contains. */
function addWrapped(part: MimePart, content: Buffer, into: Gathered): boolean {
  const isWrapper = /^application\/(?:vnd\.)?ms-tnef$/.test(part.type.value);
  if (!isWrapper && !/^winmail\.dat$/i.test(fileNameOf(part))) return false;
  const unwrapped = unwrapTnef(content);
  if (!unwrapped) return false;
  const files = unwrapped.files.map(({ contentId, type, ...file }) => ({
    ...file,
    type: type || 'application/octet-stream',
    names: [contentId],
    isWrapped: true,
  }));
  into.files.push(...files.slice(0, limits.attachments - into.files.length));
  if (into.texts.join('').trim() === '') addUnwrapped(unwrapped.readText(), into);
  return true;
}

function addFile(part: MimePart, into: Gathered): void {
  if (into.files.length >= limits.attachments) return;
  const content = contentOf(part);
  if (addWrapped(part, content, into)) return;
  const inner = part.type.value === 'message/rfc822' ? readMime(content).fields : [];
  const subject = decodeValue(field(inner, 'subject')).slice(0, 100);
  const named = fileNameOf(part) || (inner.length > 0 ? `${subject || 'mail'}.eml` : '');
  if (content.length === 0 && !named) return;
  into.files.push({ name: named, type: part.type.value, content, names: namesWithin(part.fields) });
}

/** Outlook wraps some pictures twice, or sends them beside the wrapper as well. */
function isRepeated(file: FoundFile, at: number, files: readonly FoundFile[]): boolean {
  const isSame = (other: FoundFile, place: number) =>
    (other.isWrapped ? place < at : place !== at) && other.content.equals(file.content);
  return file.isWrapped === true && files.some(isSame);
}

/** The files of a mail, after all of its HTML is known. */
function filesOf({ files: found, htmls, innerHtmls }: Gathered): MailFile[] {
  const files = found.filter((file, at) => !isRepeated(file, at, found));
  const shownNames = files.some(({ names }) => names.length > 0)
    ? shownWithin([...htmls, ...innerHtmls])
    : new Set<string>();
  return files.map(({ names, isWrapped, ...file }) => ({
    ...file,
    isInline: names.some(name => shownNames.has(name)),
  }));
}

const shown = ['from', 'to', 'date', 'subject'] as const;

/** A forwarded mail: its important fields, then its text. */
function addMail(part: MimePart, into: Gathered, nesting: number): void {
  const mail = readMime(contentOf(part));
  const head = shown.flatMap(name => {
    const value = decodeValue(field(mail.fields, name));
    return value ? [`${name[0]!.toUpperCase()}${name.slice(1)}: ${value}`] : [];
  });
  const inner = gather(mail, nesting + 1);
  into.texts.push([...head, '', textOf(inner)].join('\n'));
  into.innerHtmls.push(...inner.htmls, ...inner.innerHtmls);
  into.files.push(...inner.files.slice(0, limits.attachments - into.files.length));
}

/** The content of an opaque S/MIME signature is read as a mail; the signature itself stays a file. */
function addSigned(part: MimePart, into: Gathered, nesting: number): boolean {
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(part.type.value) || nesting >= limits.nesting) return false;
  const content = contentOf(part);
  const mail = signedContent(content);
  if (!mail) return false;
  const inner = gather(readMime(mail), nesting + 1);
  for (const kind of ['texts', 'htmls', 'innerHtmls'] as const) into[kind].push(...inner[kind]);
  const signature = { name: fileNameOf(part) || 'smime.p7m', type: SIGNED, content, names: [] };
  into.files.push(...[...inner.files, signature].slice(0, limits.attachments - into.files.length));
  return true;
}

function addLeaf(part: MimePart, into: Gathered, nesting: number, hasReport: boolean, isBesideOthers: boolean): void {
  if (addSigned(part, into, nesting)) return;
  if (isMail(part) && !hasReport && nesting < limits.nesting) addMail(part, into, nesting);
  else if (!isText(part) || isShownFile(part, isBesideOthers, into)) addFile(part, into);
  else {
    const text = readPartText(part);
    if (part.type.value === 'text/html') into.htmls.push(text);
    into.texts.push(plainOf(part.type.value, text));
  }
}

/**
 * Of several versions of the same content, the plain one is read unless it hides the HTML, and the HTML is stored; the
 * files of all versions count.
 */
function addAlternative(part: MimePart, into: Gathered, nesting: number, hasReport: boolean): void {
  const versions = part.parts.map(each => gather(each, nesting, hasReport));
  const html = versions.findLast(version => version.htmls.length > 0)?.texts.join('\n') ?? '';
  const plain = versions.filter(
    ({ htmls, texts }) => htmls.length === 0 && texts.join('').trim() !== '' && !hidesHtml(texts.join('\n'), html),
  );
  const read = plain.length > 0 ? plain : versions.filter(version => version.texts.length > 0).slice(-1);
  into.texts.push(...read.flatMap(version => version.texts));
  for (const version of versions) {
    into.htmls.push(...version.htmls);
    into.innerHtmls.push(...version.innerHtmls);
    into.files.push(...version.files.slice(0, limits.attachments - into.files.length));
  }
}

function isReport(part: MimePart): boolean {
  return /^message\/(delivery-status|feedback-report)$/.test(part.type.value) || part.parts.some(isReport);
}

function gather(root: MimePart, nesting: number, hasReport = isReport(root)): Gathered {
  const into: Gathered = { texts: [], htmls: [], innerHtmls: [], files: [] };
  const walk = (part: MimePart, isBesideOthers: boolean): void => {
    if (part.parts.length === 0) addLeaf(part, into, nesting, hasReport, isBesideOthers);
    else if (part.type.value === 'multipart/alternative') addAlternative(part, into, nesting, hasReport);
    else {
      // The first of related parts is the text that shows the others.
      const isRelated = part.type.value === 'multipart/related';
      for (const [index, each] of part.parts.entries()) walk(each, !isRelated || index > 0);
    }
  };
  walk(root, false);
  return into;
}

function textOf(gathered: Gathered): string {
  return gathered.texts
    .map(text => trimEnd(text, '\n'))
    .filter(text => text !== '')
    .join('\n\n');
}

/** The text and the files of a mail, cut to the service's limits. */
export function readMailBody(root: MimePart): Body {
  const gathered = gather(isUnreadable(root) ? { ...root, type: { ...root.type, value: 'text/plain' } } : root, 0);
  const html = gathered.htmls.join('\n');
  return {
    text: cutMessage(textOf(gathered)),
    html: html.trim() === '' ? null : cutMessage(html),
    files: filesOf(gathered),
  };
}

/** A multipart without delimiters is read as plain text. */
function isUnreadable(root: MimePart): boolean {
  return root.type.value.startsWith('multipart/') && root.parts.length === 0;
}
