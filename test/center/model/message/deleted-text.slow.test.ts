import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { importMail } from '../../../../src/center/intake/import-mail.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { removeSample } from '../../../../src/center/sample/remove.ts';
import { attachmentFiles } from '../../../harness/attachment-files.ts';
import { eventually } from '../../../harness/eventually.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

const SECRET = 'quaxelbrot';

async function openFile() {
  const database = join(temporaryFolder(), 'center.db');
  const desk = await openCenter({ database });
  onTestFinished(() => desk.close());
  // Something else on the pages beside it, before and after.
  const made = await desk.call('POST', '/conversations', { body: { title: 'Parcel', inbox_id: desk.inboxId } });
  const conversation = `/conversations/${made.body.data.id}`;
  await desk.call('POST', `${conversation}/notes`, { body: { details: 'stays as it is' } });
  return { desk, database, conversation };
}

/** The files of a database that hold the word anywhere, the search index among it. */
function holding(database: string): string[] {
  return ['', '-wal', '-shm']
    .map(end => `${database}${end}`)
    .filter(path => existsSync(path) && readFileSync(path).toString('latin1').toLowerCase().includes(SECRET));
}

async function upload(desk: OpenCenter, content: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'a.txt');
  const request = new Request(desk.request('POST', '/attachments'), { body: form, method: 'POST' });
  return ((await (await desk.center.fetch(request)).json()) as { data: { id: number } }).data.id;
}

const longText = `${SECRET} ${'and on and on '.repeat(2_000)}`;

test.for([
  ['note', `a note about ${SECRET}`],
  ['note', longText],
  ['message', `an answer about ${SECRET}`],
  ['message', longText],
] as const)(
  'the text of a deleted %s is in no byte of the database, nor its file on the disk',
  async ([kind, text]) => {
    const { desk, database, conversation } = await openFile();
    const attachments = [await upload(desk, SECRET)];
    const body = kind === 'note' ? { details: text, attachments } : { body_text: text, attachments };
    const headers = { 'idempotency-key': 'once' };
    const made = await desk.call('POST', `${conversation}/${kind}s`, { body, headers });
    expect(made.status).toBe(201);
    await desk.call('POST', `${conversation}/archive`, { headers: { 'idempotency-key': 'shows the preview' } });
    expect(holding(database)).not.toEqual([]);
    expect(await attachmentFiles(desk)).toHaveLength(1);
    expect((await desk.fetch('DELETE', `${conversation}/${kind}s/${made.body.data.id}`)).status).toBe(204);
    await eventually(() => expect(holding(database)).toEqual([]));
    expect(await attachmentFiles(desk)).toEqual([]);
    expect((await desk.fetch('GET', `/attachments/${attachments[0]}`)).status).toBe(404);
    expect((await desk.call('GET', '/conversations', { query: { q: SECRET } })).body.data).toEqual([]);
  },
);

test.for([`a note about ${SECRET}`, longText])(
  'the former text of a note that was changed is in no byte of the database, and a repeated request shows the new one',
  async text => {
    const { desk, database, conversation } = await openFile();
    const note = { body: { details: text }, headers: { 'idempotency-key': 'note' } };
    const made = await desk.call('POST', `${conversation}/notes`, note);
    const path = `${conversation}/notes/${made.body.data.id}`;
    const again = { body: { details: `${text} again` }, headers: { 'idempotency-key': 'change' } };
    expect((await desk.call('PUT', path, again)).status).toBe(200);
    const other = await desk.call('POST', '/conversations', { body: { title: 'Other' } });
    await desk.call('POST', `/conversations/${other.body.data.id}/merge`, {
      body: [Number(conversation.split('/')[2])],
    });
    const merged = `/conversations/${other.body.data.id}/notes/${made.body.data.id}`;
    expect((await desk.call('PUT', merged, { body: { details: 'nothing' } })).status).toBe(200);
    await eventually(() => expect(holding(database)).toEqual([]));
    const repeated = await desk.call('POST', `${conversation}/notes`, note);
    expect([repeated.status, repeated.body]).toEqual([201, { data: { ...made.body.data, details: 'nothing' } }]);
    expect((await desk.call('PUT', path, again)).body.data.details).toBe('nothing');
    expect(
      (await desk.call('GET', `${conversation.replace(/\d+$/, other.body.data.id)}/notes`)).body.data,
    ).toHaveLength(2);
  },
);

test('the texts of a deleted inbox are in no byte of the database, nor their files on the disk', async () => {
  const { desk, database } = await openFile();
  const mail = [
    `From: Zoe <zoe@customer.example>`,
    'To: help@desk.example',
    'Subject: Parcel',
    'Message-ID: <1@customer.example>',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `Where is my ${SECRET}?`,
    '--b',
    'Content-Type: text/plain; name=list.txt',
    'Content-Disposition: attachment; filename=list.txt',
    '',
    SECRET,
    '--b--',
    '',
  ];
  const path = join(temporaryFolder(), 'mail.eml');
  writeFileSync(path, mail.join('\r\n'));
  const slug = (await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data.slug;
  expect(await importMail(desk.center, [path], { inbox: slug })).toMatchObject({ imported: 1 });
  expect(holding(database)).not.toEqual([]);
  expect(await attachmentFiles(desk)).toHaveLength(1);
  expect((await desk.fetch('DELETE', `/inboxes/${desk.inboxId}`)).status).toBe(204);
  await eventually(() => expect(holding(database)).toEqual([]));
  expect(await attachmentFiles(desk)).toEqual([]);
  const sources = await desk.center.read(({ db }) => db.selectFrom('mail_source').select('source_hash').execute());
  expect(sources).toEqual([]);
  expect(await importMail(desk.center, [path])).toMatchObject({ imported: 0, doubles: 1 });
});

test('data of sample conversations is deleted with them', async () => {
  const { desk, database } = await openFile();
  await createSample(desk.center, { now: desk.clock.now, conversations: 12 });
  const [sample] = (await desk.call('GET', '/conversations', { query: { inbox_ids: [4] } })).body.data;
  const attachments = [await upload(desk, SECRET)];
  const body = { details: SECRET, attachments };
  const headers = { 'idempotency-key': 'once' };
  expect((await desk.call('POST', `/conversations/${sample.id}/notes`, { body, headers })).status).toBe(201);
  await removeSample(desk.center);
  await eventually(() => expect(holding(database)).toEqual([]));
  expect(await attachmentFiles(desk)).toEqual([]);
});

test('a text deleted just before a kill is gone after the next opening', async () => {
  const { desk, database, conversation } = await openFile();
  const made = await desk.call('POST', `${conversation}/notes`, { body: { details: SECRET } });
  expect((await desk.fetch('DELETE', `${conversation}/notes/${made.body.data.id}`)).status).toBe(204);
  // The state after a kill: the file, and a log that was not truncated yet.
  const left = join(temporaryFolder(), 'center.db');
  for (const end of ['', '-wal']) copyFileSync(`${database}${end}`, `${left}${end}`);
  expect(holding(left)).toEqual([`${left}-wal`]);
  const store = await openDatabase(left, 0);
  await eventually(() => expect(holding(left)).toEqual([]));
  await store.close();
});
