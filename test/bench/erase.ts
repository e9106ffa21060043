/**
 * The erasure of a person with many conversations beside other people's, and how long another writer waits meanwhile:
 * `npm run bench -- erase`. Another number of conversations than 1,000, and the address of an empty PostgreSQL database
 * may follow.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createCenter } from '../../src/center/center.ts';
import { createConversation } from '../../src/center/model/conversation/write.ts';
import { beginErasure } from '../../src/center/model/erasure/erasure.ts';
import { mailActor } from '../../src/center/model/history.ts';
import { contactFor, recordMail } from '../../src/center/model/mail.ts';
import { addNote } from '../../src/center/model/message/note.ts';
import { addMessage } from '../../src/center/model/message/write.ts';
import type { Work } from '../../src/center/model/work.ts';
import { amongWrites, benchFolder, figure, percentile } from '../harness/figures.ts';

const count = Number(process.argv[2] ?? 1_000);
const folder = benchFolder();
const database = process.argv[3] ?? join(folder, 'center.db');
/** Of each conversation of the person there are so many of others. */
const OTHERS = 4;
const MESSAGES = 6;
const AT_ONCE = 20;
/** The messages of the one that is another customer's too. */
const LONG = 600;

const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
type Person = { readonly name: string; readonly email: string };
const person: Person = { name: 'Zoë Quaxel', email: 'zoe@quaxel.example' };

/** The bytes of a mail with a head as long as most have, of which little repeats. */
function rawOf({ identity, messageId }: { readonly identity: string; readonly messageId: string }, text: string) {
  const signed = Array.from({ length: 20 }, (_, line) =>
    createHash('sha512').update(`${identity}${line}`).digest('base64'),
  );
  return gzipSync(
    `From: <${identity}>\r\nMessage-ID: <${messageId}>\r\nDKIM-Signature: ${signed.join('\r\n ')}\r\n\r\n${text}`,
  );
}

/** A conversation of messages that came by mail, half of them answers, and a note. The first customer writes. */
async function makeConversation(work: Work, at: number, people: readonly Person[], messages = MESSAGES): Promise<void> {
  const contactIds: number[] = [];
  for (const one of people) contactIds.push(await contactFor(work, one));
  const [contactId] = contactIds;
  const [{ email }] = people as [Person];
  const actor = mailActor(work);
  const { id } = await createConversation(work, { title: `Parcel ${at}`, inboxId: 1, contactIds }, actor);
  for (let message = 0; message < messages; message += 1) {
    const bodyText = `Hello, the parcel ${at} is still not here (${message}). `.repeat(20);
    const author = message % 2 === 0 ? { kind: 'contact' as const, contactId } : { kind: 'agent' as const };
    const messageId = await addMessage(work, { ...author, conversationId: id, bodyText }, actor);
    const mail = { identity: `${at}-${message}-${email}`, messageId: `${at}.${message}@test.example` };
    await recordMail(work, { mail, raw: rawOf(mail, bodyText) }, { conversationId: id, messageId });
  }
  await addNote(work, { conversationId: id, details: `Called about parcel ${at}.` }, actor);
}

async function fill(): Promise<void> {
  for (let at = 0; at < count * (OTHERS + 1); at += AT_ONCE)
    await center.write(async work => {
      for (let one = at; one < at + AT_ONCE; one += 1)
        await makeConversation(work, one, [
          one % (OTHERS + 1) === 0 ? person : { name: `C ${one}`, email: `c${one}@other.example` },
        ]);
    });
  const other = { name: 'Another', email: 'another@other.example' };
  await center.write(work => makeConversation(work, -1, [person, other], LONG));
}

await fill();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const began = performance.now();
const { id } = await center.write(async work =>
  beginErasure(
    work,
    await work.db.selectFrom('contact').selectAll().where('email', '=', person.email).executeTakeFirstOrThrow(),
  ),
);
function row() {
  return center.context.store.reader.selectFrom('erasure').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
const { ms, waits } = await amongWrites(
  () => center.write(({ db }) => db.updateTable('contact').set({ updated_at: 1 }).where('id', '=', 2).execute()),
  async () => {
    while ((await row()).ended_at === null) await center.context.jobs.run();
  },
);
delay.disable();
figure(
  `erasing a person with ${count.toLocaleString('en-US')} conversations`,
  '≤ 10 s',
  `${(ms / 1_000).toFixed(1)} s`,
);
figure('  the longest wait of another writer', '≤ 200 ms', `${Math.max(...waits).toFixed(0)} ms`);
figure(
  '  half and 95 % of its writes',
  '',
  `${percentile(waits, 0.5).toFixed(0)}, ${percentile(waits, 0.95).toFixed(0)} ms`,
);
figure('  the longest time that this process answers nothing', '≤ 200 ms', `${(delay.max / 1e6).toFixed(0)} ms`);
while ((await row()).cleared_at === null) await sleep(100);
figure('  gone from the files of the database after', '', `${((performance.now() - began) / 1_000).toFixed(1)} s`);
await center.close();
