import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Center } from '../../../src/center/center.ts';
import { createChecker } from '../../../src/center/intake/dkim/checker.ts';
import { type ImportOptions, importMail as importBy } from '../../../src/center/intake/import-mail.ts';
import type { MailReader } from '../../../src/center/intake/mail-reader.ts';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { unquoteFrom } from '../../../src/center/intake/sources/mbox.ts';
import { createCenter } from '../../harness/center.ts';
import { newDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

/** 15 January 2026, noon. */
export const now = Date.UTC(2026, 0, 15, 12);

/** An empty help center, closed with the test. */
export async function openIntake(): Promise<Center> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const center = await createCenter({
    database: database.name,
    attachmentsFolder: join(temporaryFolder(), 'files'),
    now: () => now,
  });
  onTestFinished(() => center.close());
  return center;
}

/** Reads mail in the test's thread, where the thread of the program is not what the test is about. It keeps no keys. */
export const readHere: MailReader = {
  read: async ({ raw, isPacked, isQuoted, arrivedAt, fileTime }, at) => {
    const bytes = isPacked ? gunzipSync(raw) : raw;
    const mail = parseMail(isQuoted ? unquoteFrom(bytes) : bytes, { now: at, fileTime });
    return arrivedAt === undefined ? mail : { ...mail, signed: await createChecker().checkNow(bytes, at, arrivedAt) };
  },
  check: async ({ raw, isPacked }, keys, at) => createChecker().check(isPacked ? gunzipSync(raw) : raw, keys, at),
  close: async () => undefined,
};

/** Imports mail, reading it in the test's thread: starting another takes longer than most imports here. */
export function importMail(center: Center, paths: readonly string[], options: ImportOptions = {}) {
  return importBy(center, paths, { reader: readHere, ...options });
}

/** A conversation as a test looks at it. */
export interface Seen {
  readonly id: number;
  readonly title: string;
  readonly requester: string | null;
  readonly createdAt: number;
  readonly contacts: readonly string[];
  readonly texts: readonly string[];
}

/** All conversations that were not merged away, each with its messages in order of time. */
export function seeAll(center: Pick<Center, 'read'>): Promise<Seen[]> {
  return center.read(async ({ db }) => {
    const rows = await db
      .selectFrom('conversation')
      .selectAll()
      .where('merged_into', 'is', null)
      .orderBy('id')
      .execute();
    const messages = await db.selectFrom('message').selectAll().orderBy('created_at').orderBy('id').execute();
    const links = await db.selectFrom('conversation_contact').selectAll().orderBy('position').execute();
    const contacts = new Map((await db.selectFrom('contact').selectAll().execute()).map(each => [each.id, each]));
    const nameOf = (id: number) => contacts.get(id)!.email ?? contacts.get(id)!.name;
    return rows.map(row => ({
      id: row.id,
      title: row.title,
      requester: row.requester_id === null ? null : nameOf(row.requester_id),
      createdAt: row.created_at,
      contacts: links.filter(link => link.conversation_id === row.id).map(link => nameOf(link.contact_id)),
      texts: messages.filter(message => message.conversation_id === row.id).map(message => message.body_text.trim()),
    }));
  });
}

/** The bytes of the mail that a message came in, as they stood in its file; undefined for any other message. */
export async function readMailSource(center: Center, messageId: number): Promise<Buffer | undefined> {
  const row = await center.read(({ db }) =>
    db
      .selectFrom('mail')
      .innerJoin('mail_source', 'mail_source.source_hash', 'mail.source_hash')
      .select('mail_source.raw')
      .where('mail.message_id', '=', messageId)
      .executeTakeFirst(),
  );
  return row && promisify(gunzip)(row.raw);
}
