import type { ExchangedConversation, ExchangedFile, exchangedKinds } from '../../contract/exchange.ts';
import type { Transactions } from '../model/context.ts';
import { readHead } from '../model/exchange/head.ts';
import { type AttachedStoredFile, readMessagesAfter } from '../model/exchange/messages.ts';
import { exchangedNotes, readReviews } from '../model/exchange/notes.ts';

type Kind = (typeof exchangedKinds)[number];
type ExportedEntry<K extends Kind> = NonNullable<ExchangedConversation[K]>[number];

/** An entry of a conversation, with its kind and its files. */
type ExportedPart = readonly [kind: Kind, entry: ExportedEntry<Kind>, files: readonly AttachedStoredFile[]];

/** A line with more text than this is the last one with messages: the conversation goes on in the next one. */
const MAX_LINE_CHARACTERS = 1_024 * 1_024;

/** Where a file lies in the folder of an export. */
export function exportedFilePath({ hash }: AttachedStoredFile): string {
  return `files/${hash}`;
}

async function* partsOf(center: Transactions, id: number, own: string): AsyncGenerator<ExportedPart> {
  for (let after = 0; ; ) {
    const page = await center.read(({ db }) => readMessagesAfter(db, id, { after, own, withMail: false }));
    if (page.length === 0) break;
    for (const { message, files } of page) yield ['messages', message, files];
    after = page.at(-1)!.id;
  }
  for (const { note, files } of await center.read(({ db }) => exchangedNotes(db, id))) yield ['notes', note, files];
  for (const review of await center.read(({ db }) => readReviews(db, id))) yield ['reviews', review, []];
}

function describedFile(file: AttachedStoredFile): ExchangedFile {
  const { name, content_type, inline } = file;
  return { name, content_type, path: exportedFilePath(file), ...(inline && { inline }) };
}

function charactersIn(entry: ExportedEntry<Kind>): number {
  if ('body_text' in entry) return entry.body_text.length + (entry.body_html?.length ?? 0);
  return 'details' in entry ? entry.details.length : (entry.comment?.length ?? 0);
}

/**
 * A conversation as lines, one unless it is long; none if it is gone or was merged away. `own` is this help center's name
 * as a source. Only those of its files are named that are kept.
 */
export async function* exportedLines(
  center: Transactions,
  id: number,
  own: string,
  keep: (file: AttachedStoredFile) => Promise<boolean>,
): AsyncGenerator<ExchangedConversation> {
  const head = await center.read(({ db }) => readHead(db, id));
  if (!head) return;
  let entries: Partial<Record<Kind, ExportedEntry<Kind>[]>> = {};
  let characters = 0;
  const line = () => ({ ...head, ...entries }) as ExchangedConversation;
  for await (const [kind, entry, files] of partsOf(center, id, own)) {
    if (characters > MAX_LINE_CHARACTERS) {
      yield line();
      [entries, characters] = [{}, 0];
    }
    const attachments: ExchangedFile[] = [];
    for (const file of files) if (await keep(file)) attachments.push(describedFile(file));
    entries[kind] ??= [];
    entries[kind].push(attachments.length > 0 ? { ...entry, attachments } : entry);
    characters += charactersIn(entry);
  }
  yield line();
}
