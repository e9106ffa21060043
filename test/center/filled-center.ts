import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSample } from '../../src/center/sample/create.ts';
import { createCenter } from '../harness/center.ts';
import { makeConversation } from './conversations.ts';
import { openCenter } from './open-center.ts';

/** The SHA-256 of a text, in hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the attachment of `fillFile` contains. */
export const ATTACHED = 'the bytes';

/**
 * Makes a help center in a file with something in every corner: sample, merges, a deleted inbox, an attachment, used-up
 * ids. Returns its path, `here/center.db`.
 */
export async function fillFile(folder: string): Promise<string> {
  const database = join(folder, 'here', 'center.db');
  const desk = await openCenter({ database });
  await createSample(desk.center, { conversations: 60, now: desk.clock.now });
  const [a, b] = [await makeConversation(desk, { title: 'Kept' }), await makeConversation(desk, { title: 'Taken' })];
  await desk.call('POST', `/conversations/${a}/merge`, { body: [b] });
  const gone = (await desk.call('POST', '/inboxes', { body: { name: 'Gone' } })).body.data.id;
  await makeConversation(desk, { inbox_id: gone, title: 'Without an inbox' });
  await desk.call('DELETE', `/inboxes/${gone}`);
  await desk.call('POST', '/contacts', {
    body: { name: 'Zoë', email: 'zoe@customer.example' },
    headers: { 'idempotency-key': 'k' },
  });
  await desk.center.write(({ db }) =>
    db
      .insertInto('mail_source')
      .values({ source_hash: 'h', raw: new Uint8Array([0, 255, 1]) })
      .execute(),
  );
  const form = new FormData();
  form.set('file', new File([ATTACHED], 'note.txt', { type: 'text/plain' }));
  const upload = desk.request('POST', '/attachments');
  await desk.center.fetch(new Request(upload.url, { method: 'POST', headers: upload.headers, body: form }));
  const file = readFileSync(join(desk.folder, hashOf(ATTACHED)));
  await desk.close();
  const { context, close } = await createCenter({ database, attachmentsFolder: join(folder, 'here', 'attachments') });
  const incoming = await context.files.receive();
  await incoming.write(file);
  await incoming.finish();
  await close();
  return database;
}
