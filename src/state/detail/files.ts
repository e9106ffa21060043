import { byteSize } from '../../text/byte-size.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import { type DetailLine, detailLine } from './line.ts';

/** A file of a message or a note. */
export type Attachment = Message['attachments'][number];

/** The kind of a file by its sender's words: it decides what the desk offers, never what it trusts. */
export interface FileKind {
  /** In a word or two. */
  readonly word: SafeText;
  /** Its media types. */
  readonly types: RegExp;
  /** The endings of its names, without the dot: for files whose type says nothing. */
  readonly endings: RegExp;
  /** The words for a message without text if all its files are of this kind: for one file, and for several. */
  readonly only?: readonly [one: SafeText, many: SafeText];
  /** It can be read as text. */
  readonly isText?: true;
  /** Opening it could start it. */
  readonly isProgram?: true;
}

const NONE = /(?!)/;

/** Decided by its ending, not by its type: the system looks at that when it starts one. */
const PROGRAM: FileKind = {
  word: t`program`,
  types:
    /^application\/(?:x-(?:msdownload|dosexec|executable|msdos-program|sh|shellscript|bat|desktop|msi|java-archive)|java-archive|vnd\.microsoft\.portable-executable|vnd\.android\.package-archive)/i,
  endings:
    /^(?:exe|com|bat|cmd|scr|pif|msi|msix|ps1|psm1|vbs|vbe|js|jse|mjs|ws|wsf|wsh|hta|jar|lnk|url|desktop|reg|sh|bash|zsh|csh|run|elf|appimage|app|command|workflow|apk|dmg|pkg|deb|rpm|cpl|dll|sys|scf|inf|gadget|chm|settingcontent-ms)$/i,
  isProgram: true,
};

const ENCRYPTED: FileKind = {
  word: t`encrypted`,
  types: /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)/i,
  endings: /^(?:p7m|pgp|gpg)$/i,
};

/** An S/MIME signature that encloses its content, which the help center has read without checking it. */
const SIGNED: FileKind = {
  word: t`signed, not checked`,
  types: /^application\/(?:x-)?pkcs7-mime\s*;.*\bsigned-data/i,
  endings: /(?!)/,
};

const FILE: FileKind = { word: t`file`, types: /(?:)/, endings: /(?:)/ };

/** The first that fits counts. */
const KINDS: readonly FileKind[] = [
  {
    word: t`picture`,
    types: /^image\//i,
    endings: /^(?:png|jpe?g|gif|webp|avif|heic|heif|bmp|tiff?|svg)$/i,
    only: [t`Only a picture`, t`Only pictures`],
  },
  {
    word: t`recording`,
    types: /^audio\//i,
    endings: /^(?:mp3|m4a|ogg|opus|wav|flac|amr)$/i,
    only: [t`Only a recording`, t`Only recordings`],
  },
  {
    word: t`video`,
    types: /^video\//i,
    endings: /^(?:mp4|mov|webm|mkv|avi|3gp)$/i,
    only: [t`Only a video`, t`Only videos`],
  },
  {
    word: t`invitation`,
    types: /^text\/calendar/i,
    endings: /^ics$/i,
    only: [t`Only an invitation`, t`Only invitations`],
    isText: true,
  },
  {
    word: t`delivery report`,
    types: /^message\/(?!rfc822)/i,
    endings: NONE,
    only: [t`Only a delivery report`, t`Only delivery reports`],
    isText: true,
  },
  {
    word: t`mail`,
    types: /^message\/rfc822/i,
    endings: /^eml$/i,
    only: [t`Only a forwarded mail`, t`Only forwarded mails`],
    isText: true,
  },
  { word: t`PDF`, types: /^application\/(?:x-)?pdf/i, endings: /^pdf$/i },
  { word: t`web page`, types: /^(?:text\/html|application\/xhtml)/i, endings: /^(?:x?html?|mht|mhtml)$/i },
  { word: t`contact`, types: /^text\/(?:x-)?vcard/i, endings: /^vcf$/i, isText: true },
  { word: t`table`, types: /^text\/(?:csv|tab-separated)/i, endings: /^(?:csv|tsv)$/i, isText: true },
  {
    word: t`document`,
    types:
      /^application\/(?:msword|rtf|vnd\.(?:ms-word|openxmlformats-officedocument\.word|oasis\.opendocument\.text))/i,
    endings: /^(?:docx?|docm|odt|rtf)$/i,
  },
  {
    word: t`spreadsheet`,
    types:
      /^application\/vnd\.(?:ms-excel|openxmlformats-officedocument\.spreadsheet|oasis\.opendocument\.spreadsheet)/i,
    endings: /^(?:xlsx?|xlsm|ods)$/i,
  },
  {
    word: t`slides`,
    types:
      /^application\/vnd\.(?:ms-powerpoint|openxmlformats-officedocument\.presentation|oasis\.opendocument\.presentation)/i,
    endings: /^(?:pptx?|odp)$/i,
  },
  {
    word: t`archive`,
    types: /^application\/(?:zip|gzip|x-(?:zip|gzip|tar|7z|rar|bzip|xz|compress)|vnd\.rar|zstd)/i,
    endings: /^(?:zip|gz|tgz|tar|7z|rar|bz2|xz|zst|iso|img)$/i,
  },
  {
    word: t`signature`,
    types: /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)/i,
    endings: /^(?:p7s|sig|asc)$/i,
  },
  {
    word: t`text`,
    types: /^(?:text\/(?!rtf)|application\/(?:json|xml|x-yaml|yaml|toml|x-ndjson|[\w.-]+\+(?:json|xml)))/i,
    endings: /^(?:txt|text|log|md|json|xml|ya?ml|toml|ini|conf|patch|diff|sql)$/i,
    isText: true,
  },
];

/** Types that say nothing about a file. */
const NO_TYPE = /^(?:$|application\/(?:octet-stream|x-unknown|unknown|force-download|download)|binary\/)/i;
/** The ending of a name; blanks and dots behind it hide none. */
const ENDING = /\.([^. ]{1,20})[. ]{0,100}$/;

/** The kind of a file, by its type and its name. */
export function fileKind({ name, content_type }: Pick<Attachment, 'name' | 'content_type'>): FileKind {
  const [, ending = ''] = ENDING.exec(name.slice(-200)) ?? [];
  const type = content_type ?? '';
  if (PROGRAM.endings.test(ending) || PROGRAM.types.test(type)) return PROGRAM;
  if (SIGNED.types.test(type)) return SIGNED;
  if (ENCRYPTED.types.test(type) || ENCRYPTED.endings.test(ending)) return ENCRYPTED;
  const byType = KINDS.find(({ types }) => types.test(type));
  if (!NO_TYPE.test(type)) return byType ?? FILE;
  return KINDS.find(({ endings }) => endings.test(ending)) ?? FILE;
}

/** Whether a file holds a whole mail that only another program reads. */
function isEncrypted(file: Attachment): boolean {
  return fileKind(file) === ENCRYPTED;
}

/** From this width on there is room to name the kind of a file, and then the key that lists the files. */
const KIND_FROM = 36;
const HINT_FROM = 56;

/** The words for a message without text, as far as its files explain it. */
export function whyNoWords({ attachments }: Message): SafeText {
  if (attachments.length === 0) return t`No text: empty, or only pictures that are not in the mail`;
  if (attachments.some(isEncrypted)) return t`Encrypted, or signed so that only a mail program reads it`;
  const kinds = new Set(attachments.map(fileKind));
  const [kind] = kinds;
  const [one, many] = (kinds.size === 1 && kind?.only) || [t`Only an attachment`, t`Only attachments`];
  return attachments.length === 1 ? one : many;
}

/** The files of a message or a note; of a note's, only those are described that were read. */
export function entryFiles(entry: Message | Note, { files }: Pick<Thread, 'files'>): readonly Attachment[] {
  if (!('details' in entry)) return entry.attachments;
  return entry.attachments.map(id => files?.get(id) ?? { id, name: t``, content_type: t``, size: null, inline: false });
}

/** A line for each file, and one for all inline files together, such as the pictures of a signature. */
export function fileLines(
  files: readonly Attachment[],
  key: string,
  columns: number,
  { keyNames }: Pick<World, 'keyNames'>,
): readonly DetailLine[] {
  const beside = files.filter(({ inline }) => !inline);
  const within = files.filter(({ inline }) => inline);
  const lines = beside.map((file, index) => {
    const facts = columns >= KIND_FROM ? factsOf(file) : factsOf(file).slice(-1);
    const line = detailLine(key, 'attachment', fileName(file), join(facts, t` · `));
    return index === 0 && columns >= HINT_FROM ? { ...line, hint: t`${keyNames['link.list']} lists it` } : line;
  });
  if (within.length === 0) return lines;
  const size = byteSize(within.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const names = t`in the text: ${join(within.map(fileName), t`, `)}`;
  return [...lines, detailLine(key, 'attachment', names, size)];
}

/** The name of a file, never empty. */
export function fileName({ name, id }: Pick<Attachment, 'name' | 'id'>): SafeText {
  return name || t`attachment #${id}`;
}

/** `PDF · 84 kB`: its kind, and its size by its sender; empty if nothing is known. */
export function fileFacts(file: Attachment): SafeText {
  return join(factsOf(file), t` · `);
}

function factsOf(file: Attachment): readonly SafeText[] {
  const isKnown = file.name !== '' || Boolean(file.content_type);
  return [...(isKnown ? [fileKind(file).word] : []), ...(file.size === null ? [] : [byteSize(file.size)])];
}
