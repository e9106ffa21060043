import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Message } from '../world.ts';
import { type DetailLine, detailLine } from './line.ts';

/** The types in which S/MIME and PGP wrap a whole mail. */
const ENCRYPTED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)/i;
/** The name of such a file if its type does not show it. */
const ENCRYPTED_NAME = /^smime\.p7m$/i;

/** What a message without words is if all its files are of one kind: for one file, and for several. */
const KINDS: readonly (readonly [type: RegExp, one: SafeText, many: SafeText])[] = [
  [/^image\//i, t`Only a picture`, t`Only pictures`],
  [/^audio\//i, t`Only a recording`, t`Only recordings`],
  [/^video\//i, t`Only a video`, t`Only videos`],
  [/^text\/calendar/i, t`Only an invitation`, t`Only invitations`],
  [/^message\/(?!rfc822)/i, t`Only a delivery report`, t`Only delivery reports`],
  [/^message\/rfc822/i, t`Only a forwarded mail`, t`Only forwarded mails`],
  [/(?:)/, t`Only an attachment`, t`Only attachments`],
];

/** What a message without words is, as far as its files show it. */
export function whyNoWords({ attachments }: Message): SafeText {
  if (attachments.length === 0) return t`No text: empty, or only pictures that are not in the mail`;
  if (attachments.some(file => ENCRYPTED.test(file.content_type ?? '') || ENCRYPTED_NAME.test(file.name)))
    return t`Encrypted, or signed so that only a mail program reads it`;
  const [, one, many] = KINDS.find(([type]) => attachments.every(file => type.test(file.content_type ?? '')))!;
  return attachments.length === 1 ? one : many;
}

/** A line for each file, and one line for all inline files together, such as the pictures of a signature. */
export function fileLines({ attachments }: Message, key: string): readonly DetailLine[] {
  const beside = attachments.filter(({ inline }) => !inline);
  const within = attachments.filter(({ inline }) => inline);
  const lines = beside.map(file => detailLine(key, 'attachment', nameOf(file), sizeOf(file.size)));
  if (within.length === 0) return lines;
  const size = sizeOf(within.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const names = t`in the text: ${join(within.map(nameOf), t`, `)}`;
  return [...lines, detailLine(key, 'attachment', names, size)];
}

function nameOf({ name, id }: Message['attachments'][number]): SafeText {
  return name || t`#${id}`;
}

/** `84 kB`: at most three digits. */
function sizeOf(bytes: number | null): SafeText | null {
  if (bytes === null) return null;
  if (bytes < 1000) return t`${bytes} B`;
  if (bytes < 999_500) return t`${Math.round(bytes / 1000)} kB`;
  return safeLine(`${(bytes / 1_000_000).toFixed(1)} MB`);
}
