import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../../../client/client.ts';
import type { Message } from '../../../client/model.ts';
import { Contact } from '../../../contract/contact.ts';
import { safeFileName } from '../../../text/file-name.ts';
import { messageOf } from '../../../text/message-of.ts';
import { safeJson, safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { retryWhileBusy, sleepTelling } from '../../elsewhere/patiently.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { createProgress } from '../progress.ts';
import { eachOf } from './each-of.ts';
import { contactMeant, namedContact } from './erase.ts';
import { onCenter } from './on-center.ts';

type Ask = <T>(call: () => Promise<T>) => Promise<T>;

/** The tools that write one export. */
interface Export {
  readonly client: Client;
  readonly ask: Ask;
  readonly folder: string;
  readonly contactId: number;
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw cannotWrite(folder, error);
  });
  if (names.length > 0)
    throw new ShellError(`${safeLine(folder)} is not empty. Nothing was written; name a new folder.`);
}

function cannotWrite(folder: string, error: unknown): ShellError {
  return new ShellError(
    `Cannot write to ${safeLine(folder)}: ${safeLine(messageOf(error))}. Nothing is left there; the help center is unchanged.`,
    exitCode.failed,
  );
}

/** Whether a message is the person's, or was written to them. */
function concerns({ author, to, cc }: Message, contactId: number, email: string | null): boolean {
  if (author.type === 'contact' && author.id === contactId) return true;
  return email !== null && [...to, ...cc].some(one => one.email?.toLowerCase() === email.toLowerCase());
}

async function writeFiles({ client, ask, folder }: Export, { attachments }: Message): Promise<void> {
  for (const { id, name } of attachments) {
    const path = pathOf(folder, 'files', `${id}-${safeFileName(name, t`file`)}`);
    // After a lost link the file starts again from the beginning.
    await ask(async () => {
      const { body } = await client.attachment.content({ params: { attachment_id: id } });
      await pipeline(Readable.fromWeb(body as never), createWriteStream(path, { mode: 0o600 }));
    });
  }
}

/** The whole text of a message; the mail that it came by is written as a file. */
async function wholeMessage(given: Export, message: Message): Promise<Message> {
  const { client, ask, folder, contactId } = given;
  const isOwn = message.author.type === 'contact' && message.author.id === contactId;
  if (!isOwn && message.truncated !== true) return message;
  const params = { conversation_id: message.conversation_id, message_id: message.id };
  const { data } = await ask(() => client.message.get({ params, query: { source: '1' } }));
  const { source, ...whole } = data;
  if (isOwn && source)
    await writeFile(pathOf(folder, 'mails', `${message.id}.eml`), Buffer.from(source, 'base64'), {
      flag: 'wx',
      mode: 0o600,
    });
  return whole as Message;
}

/** One conversation as JSON; of one with others only the person's part. Internal notes are the team's. */
async function writeConversation(given: Export, id: number, email: string | null | undefined): Promise<number> {
  const { client, ask, folder, contactId } = given;
  const params = { conversation_id: id };
  const { data: conversation } = await ask(() => client.conversation.get({ params }));
  const messages: Message[] = [];
  for await (const one of eachOf(page => ask(() => client.message.list({ params, query: page })))) {
    if (email !== undefined && !concerns(one, contactId, email)) continue;
    messages.push(await wholeMessage(given, one));
    await writeFiles(given, one);
  }
  const reviews = (await ask(() => client.review.list({ params, query: {} }))).data;
  const { title, status, created_at, last_message_at } = conversation;
  const own = reviews.filter(one => one.contact_id === contactId);
  const text = safeJson({ id, title, status, created_at, last_message_at, messages, reviews: own });
  await writeFile(pathOf(folder, 'conversations', `${id}.json`), `${text}\n`, { flag: 'wx', mode: 0o600 });
  return messages.length;
}

async function writeAll(given: Export, shell: Shell): Promise<number> {
  const { client, ask, folder, contactId } = given;
  const params = { contact_id: contactId };
  const { data: contact } = await ask(() => client.contact.get({ params }));
  const { data: held } = await ask(() => client.erasure.holdings({ params }));
  for (const part of ['conversations', 'mails', 'files'])
    await mkdir(pathOf(folder, part), { recursive: true, mode: 0o700 });
  await writeFile(pathOf(folder, 'contact.json'), `${safeJson({ contact, held })}\n`, { flag: 'wx', mode: 0o600 });
  const progress = createProgress(shell.stderr as NodeJS.WriteStream, 'Exporting', 'conversations', Date.now);
  const all = [
    ...held.conversations.map(id => [id, undefined] as const),
    ...held.shared.map(id => [id, contact.email] as const),
  ];
  try {
    for (const [at, [id, email]] of all.entries()) {
      progress.at(at, at / all.length);
      await writeConversation(given, id, email);
    }
  } finally {
    progress.end();
  }
  return all.length;
}

/**
 * `frontdesk contacts export`: all that the help center keeps of a person, in a new folder. It appears whole: until then
 * it is written beside, and after a failure nothing is left.
 */
export function exportContact(shell: Shell, word: string, flags: FlagsOf<'contacts export'>): Promise<number> {
  return onCenter(shell, flags, Contact, async ({ client, output }) => {
    const contact = await contactMeant(client, word);
    await requireEmpty(flags.to);
    const folder = `${flags.to}.unfinished-${process.pid}`;
    const { signal } = new AbortController();
    const sleep = sleepTelling(shell);
    const ask: Ask = call => retryWhileBusy(call, { sleep, signal, isBegun: true });
    let count: number;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
        throw cannotWrite(flags.to, error);
      });
      count = await writeAll({ client, ask, folder, contactId: contact.id }, shell);
      await rm(flags.to, { recursive: true, force: true });
      await rename(folder, flags.to);
    } catch (error) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw (error as NodeJS.ErrnoException).syscall === undefined ? error : cannotWrite(flags.to, error);
    }
    if (output.form !== 'text') return printRows(output, { rows: [contact] });
    shell.stdout.write(`Contact ${namedContact(contact)}: ${count} conversations in ${safeLine(flags.to)}.\n`);
    shell.stdout.write('Internal notes are the team’s, and are not in it.\n');
    return exitCode.done;
  });
}
