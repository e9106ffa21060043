import type { ExchangedConversation, ExchangedFile } from '../../contract/exchange.ts';
import type { Transactions } from '../model/context.ts';
import { readHead } from '../model/exchange/head.ts';
import { readMessagesAfter, type StoredFile } from '../model/exchange/messages.ts';
import { readNotes, readReviews } from '../model/exchange/notes.ts';

/** A line with more text than this is the last one with messages: the conversation goes on in the next one. */
const MAX_LINE_CHARACTERS = 1_024 * 1_024;

/** Where a file lies in the folder of an export. */
export function pathOf({ hash }: StoredFile): string {
  return `files/${hash}`;
}

function described(files: readonly StoredFile[]): { attachments?: ExchangedFile[] } {
  if (files.length === 0) return {};
  const attachments = files.map(file => {
    const { name, content_type, inline } = file;
    return { name, content_type, path: pathOf(file), ...(inline && { inline }) };
  });
  return { attachments };
}

/**
 * A conversation as lines, one unless it is long; none if it is gone or was merged away. `own` is this help center's name
 * as a source. Only those of its files are named that are kept.
 */
export async function* linesOf(
  center: Transactions,
  id: number,
  own: string,
  keep: (file: StoredFile) => Promise<boolean>,
): AsyncGenerator<ExchangedConversation> {
  const head = await center.read(({ db }) => readHead(db, id));
  if (!head) return;
  let messages: NonNullable<ExchangedConversation['messages']> = [];
  let characters = 0;
  const kept = async (files: readonly StoredFile[]) => {
    const there: StoredFile[] = [];
    for (const file of files) if (await keep(file)) there.push(file);
    return described(there);
  };
  for (let after = 0; ; ) {
    const page = await center.read(({ db }) => readMessagesAfter(db, id, { after, own, withMail: false }));
    for (const one of page) {
      if (characters > MAX_LINE_CHARACTERS) {
        yield { ...head, messages };
        [messages, characters] = [[], 0];
      }
      messages.push({ ...one.message, ...(await kept(one.files)) });
      characters += one.message.body_text.length + (one.message.body_html?.length ?? 0);
    }
    if (page.length === 0) break;
    after = page.at(-1)!.id;
  }
  const notes: NonNullable<ExchangedConversation['notes']> = [];
  for (const { note, files } of await center.read(({ db }) => readNotes(db, id)))
    notes.push({ ...note, ...(await kept(files)) });
  const reviews = await center.read(({ db }) => readReviews(db, id));
  yield { ...head, messages, ...(notes.length > 0 && { notes }), ...(reviews.length > 0 && { reviews }) };
}
