import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { oneLine } from '../../../text/one-line.ts';
import { safeLine } from '../../../text/safe.ts';
import type { ModelCenter } from '../../model/context.ts';
import { type Correspondent, type Letter, outgoingFiles } from '../../model/outgoing/letter.ts';
import { flowed } from './flowed.ts';
import { NoLetter } from './relay-trouble.ts';

/** A file of a letter. */
export interface LetterFile {
  readonly name: string;
  readonly content_type: string;
  readonly content: Buffer;
}

/** Bytes of an encoded word: two of them do not fit into one line. */
const MAX_WORD = 52;
const PLAIN = /^[ -~]*$/;
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]{0,100}\/[a-z0-9][\w!#$&^.+-]{0,100}$/;

/** A text as one line: nothing in it can end a field. */
function fieldLine(text: string): string {
  return oneLine(text).toWellFormed();
}

/**
 * A field of free text. The library leaves a text as it is that looks like an encoded word, and a reader would decode
 * it: such a text is encoded, too.
 */
function freeText(text: string) {
  const line = fieldLine(text);
  if (PLAIN.test(line) && !line.includes('=?')) return line;
  return { prepared: true, foldLines: true, value: encodeWord(line, 'B', MAX_WORD) };
}

/** In a quoted name some programs decode encoded words, and others do not: text that looks like one is taken apart. */
function quotable(name: string): string {
  return fieldLine(name).replaceAll('=?', '= ?');
}

function mailbox({ name, email }: Correspondent) {
  return { name: quotable(name), address: email };
}

/**
 * The media type of a file: not one of parts or of a mail, because these must not be encoded. Without a charset many
 * programs show UTF-8 as something else.
 */
function mediaTypeOf({ content_type: given, content }: LetterFile): string {
  const type = given.split(';', 1)[0]!.trim().toLowerCase();
  if (!MEDIA_TYPE.test(type) || /^(?:multipart|message)\//.test(type)) return 'application/octet-stream';
  return type.startsWith('text/') && isUtf8(content) ? `${type}; charset=utf-8` : type;
}

function ids(given: readonly string[]): string {
  return given.map(id => `<${id}>`).join(' ');
}

function setFields(node: MimeNode, letter: Letter): void {
  const { to, cc, replyTo, subject, inReplyTo, references, automatic } = letter;
  node.setHeader('Date', new Date(letter.date));
  node.setHeader('Message-ID', ids([letter.messageId]));
  node.setHeader('From', [mailbox(letter.from)]);
  if (to.length > 0) node.setHeader('To', to.map(mailbox));
  if (cc.length > 0) node.setHeader('Cc', cc.map(mailbox));
  if (replyTo) node.setHeader('Reply-To', [mailbox(replyTo)]);
  node.setHeader('Subject', freeText(subject));
  // Outlook threads by it.
  node.setHeader('Thread-Topic', freeText(subject.replace(/^(?:Re: )+/i, '')));
  if (inReplyTo !== null) node.setHeader('In-Reply-To', ids([inReplyTo]));
  if (references.length > 0) node.setHeader('References', ids(references));
  if (automatic === null) return;
  node.setHeader('Auto-Submitted', automatic);
  node.setHeader('X-Auto-Response-Suppress', 'All');
}

const TEXT = 'text/plain; charset=utf-8; format=flowed';

/** The same for each try to send a letter, and in no text that was written before it. */
function boundaryOf({ messageId }: Letter): string {
  return createHash('sha256').update(messageId).digest('hex').slice(0, 32);
}

function partsOf(letter: Letter, files: readonly LetterFile[]): MimeNode {
  const text = flowed(letter.text);
  if (files.length === 0) return new MimeNode(TEXT).setContent(text);
  const node = new MimeNode('multipart/mixed', { baseBoundary: boundaryOf(letter) });
  node.createChild(TEXT).setContent(text);
  for (const file of files)
    node
      .createChild(mediaTypeOf(file), { filename: quotable(file.name) })
      .setHeader('Content-Transfer-Encoding', 'base64')
      .setContent(file.content);
  return node;
}

/**
 * The bytes of a letter as they go over the wire, with its files in their order. The same letter gives the same bytes
 * each time. The addresses in `bcc` are not in them.
 */
export function compose(letter: Letter, files: readonly LetterFile[]): Promise<Buffer> {
  const node = partsOf(letter, files);
  setFields(node, letter);
  return node.build();
}

/** The files of a letter. Throws `NoLetter` if one is gone: without it the letter would differ from the agent's. */
async function filesOf({ context, read }: ModelCenter, { attachmentIds }: Letter): Promise<LetterFile[]> {
  if (attachmentIds.length === 0) return [];
  const files = await read(({ db }) => outgoingFiles(db, attachmentIds));
  if (files.length < attachmentIds.length) throw new NoLetter('an attachment is not there any more');
  const found: LetterFile[] = [];
  for (const { name, content_type, hash } of files) {
    const stream = await context.files.open(hash);
    if (!stream) throw new NoLetter(`attachment ${name} is not there any more`);
    found.push({ name, content_type, content: await buffer(stream) });
  }
  return found;
}

/** The bytes of a letter with its files. Throws `NoLetter`. */
export async function letterBytes(center: ModelCenter, letter: Letter): Promise<Buffer> {
  const files = await filesOf(center, letter).catch(error => {
    throw error instanceof NoLetter ? error : new NoLetter('an attachment cannot be read now', true);
  });
  try {
    return await compose(letter, files);
  } catch (error) {
    throw new NoLetter(`it cannot be made a mail: ${safeLine((error as Error).message)}`);
  }
}
