import { buffer } from 'node:stream/consumers';
import { safeLine } from '../../../text/safe.ts';
import type { ModelCenter } from '../../model/context.ts';
import { type Letter, outgoingFiles } from '../../model/outgoing/letter.ts';
import { compose, type LetterFile } from './compose.ts';
import { NoLetter } from './relay-trouble.ts';

/** The files of a letter. Throws `NoLetter` if one is gone: a letter without it would not be what the agent wrote. */
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
