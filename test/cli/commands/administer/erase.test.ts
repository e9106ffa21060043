import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { rememberFolder } from '../../../../src/center/model/backup-folders.ts';
import { jobsOf } from '../../../../src/center/model/jobs/all.ts';
import { readHere } from '../../../center/intake/open-intake.ts';
import { mailOf } from '../../../center/mail/open-mail.ts';
import { receiveMail } from '../../../center/mail/receive.ts';
import { eventually } from '../../../harness/eventually.ts';
import { runJobsOf } from '../../../harness/jobs.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { type ServedCenter, servedCenter } from '../../served-center.ts';

let center: ServedCenter;
let frontdesk: ReturnType<typeof commandOn>;
let folder: string;

/** Kim has a conversation alone, with a file, and one with Sam. */
beforeEach(async () => {
  center = await servedCenter();
  frontdesk = commandOn(center);
  folder = join(temporaryFolder(), 'kim');
  const { read, write, context } = center.center;
  const mail = { read, write, context, reader: readHere, log: () => undefined };
  const deliver = (...lines: readonly string[]) => receiveMail(mail, mailOf(...lines), { via: 'lmtp' });
  const kim = 'From: Kim Quinn <kim@customer.example>';
  await deliver(
    kim,
    'Subject: Parcel',
    'Message-ID: <1@customer.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'Where is it?',
    '--b',
    'Content-Disposition: attachment; filename="../../../label.txt"',
    '',
    'a label',
    '--b--',
  );
  await deliver('From: Sam <sam@other.example>', 'Cc: kim@customer.example', 'Subject: Chairs', '', 'Sam asks.');
  const note = { details: 'Only for us' };
  await center.call('POST', '/conversations/1/notes', { body: note });
  const answer = { body_text: 'It comes.' };
  await center.call('POST', '/conversations/1/messages', { body: answer });
});

const WENT = '1 conversation, 1 more with others, 2 messages, 1 note, 1 file, 1 mail, 0 unsent answers';
const HELD = `Contact Kim Quinn <kim@customer.example>: ${WENT}.\n`;
const STAYS =
  'Numbers, statuses, times, tags and ratings stay, what other people wrote, and saved replies. Backups from before hold ' +
  'it, and a restore of one erases it again.\n';

test('a dry run says what would be erased, and changes nothing', async () => {
  const { code, stdout } = await frontdesk(['contacts', 'erase', 'KIM@customer.example', '--dry-run']);
  expect([code, stdout]).toEqual([0, `${HELD}Nothing was changed (--dry-run).\n`]);
  expect((await center.call('GET', '/contacts/1')).status).toBe(200);
  const { stdout: json } = await frontdesk(['contacts', 'erase', '1', '--dry-run', '--ndjson']);
  expect(JSON.parse(json)).toMatchObject({ contact_id: 1, conversations: [1], shared: [2], messages: 2 });
});

test('a person is erased once their address was typed', async () => {
  const type = (text: string) => ({ input: () => Readable.from([`${text}\r`]) });
  const slip = await frontdesk(['contacts', 'erase', 'kim@customer.example'], type('yes'));
  expect(slip).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed.') });
  expect((await center.call('GET', '/conversations/1')).status).toBe(200);
  const { code, stdout } = await frontdesk(['contacts', 'erase', 'kim@customer.example'], type('kim@customer.example'));
  expect([code, stdout]).toEqual([
    0,
    `${HELD}Contact Kim Quinn <kim@customer.example> was erased: ${WENT}. Its database has cleared its files.\n${STAYS}`,
  ]);
  expect((await center.call('GET', '/conversations/1')).status).toBe(404);
  expect((await center.call('GET', '/conversations/2')).status).toBe(200);
});

test('the report names the folders of backups that were not told, and files that another help center may use', async () => {
  const away = join(folder, 'away');
  await center.center.write(work => rememberFolder(work, away, { at: 1 }));
  // As another help center that keeps its files there leaves it.
  writeFileSync(join(center.folder, 'owner-0123456789abcdef'), '');
  const untold = `${away} was not told what was erased: mount it and run frontdesk backup --erasures ${away}`;
  const { stdout } = await frontdesk(['contacts', 'erase', '1', '--yes']);
  expect(stdout).toContain(`${STAYS}${untold}.\n`);
  expect(stdout).toMatch(
    /attachments has the marks of 2 help centers \(owner-\w+, owner-\w+\), so no file in it is deleted/,
  );
  const remains = async (as?: 'agent') =>
    (await center.call('GET', '/erasures', as ? { as } : {})).body.data[0].remains;
  expect(await remains()).toEqual([untold, expect.stringContaining('owner-0123456789abcdef')]);
  expect(await remains('agent')).toEqual([]);
});

test('one that was begun before goes on when it is asked for again', async () => {
  const { context } = center.center;
  // Nothing else goes on with it: the command before ended at once.
  await context.jobs.close();
  expect((await center.call('POST', '/contacts/1/erase')).body.data.ended_at).toBe(null);
  const jobs = runJobsOf(context, []);
  const goOn = async (said: () => string) => {
    await eventually(() => expect(said()).toContain('an erasure is under way'));
    for (const job of jobsOf({ ...context, jobs })) jobs.add(job);
  };
  const input = (said: () => string) => {
    void goOn(said);
    return Readable.from([]);
  };
  const again = await frontdesk(['contacts', 'erase', 'kim@customer.example', '--yes'], { input });
  await jobs.close();
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with 1 conversation. Its database has cleared'),
  });
  expect((await center.call('GET', '/conversations/1')).status).toBe(404);
});

test('a script without --yes, an agent, and an address of no contact erase nothing', async () => {
  const ask = ['contacts', 'erase', 'kim@customer.example'];
  expect(await frontdesk(ask)).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes to do it.') });
  expect(await frontdesk([...ask, '--yes'], { as: 'agent' })).toMatchObject({ code: 1 });
  expect(await frontdesk(['contacts', 'erase', 'nobody@x.example', '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No contact has the address nobody@x.example.'),
  });
  expect((await center.call('GET', '/contacts/1')).status).toBe(200);
});

test('the data of a person is written to a new folder, without internal notes and others’ words', async () => {
  const { code, stdout } = await frontdesk(['contacts', 'export', 'kim@customer.example', '--to', folder]);
  expect([code, stdout]).toEqual([
    0,
    `Contact Kim Quinn <kim@customer.example>: 2 conversations in ${folder}.\nInternal notes are the team’s, and are not in it.\n`,
  ]);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  expect(names).toEqual([
    'contact.json',
    'conversations',
    'conversations/1.json',
    'conversations/2.json',
    'files',
    'files/1-label.txt',
    'mails',
    'mails/1.eml',
  ]);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('mails/1.eml')).toContain('Message-ID: <1@customer.example>');
  expect(read('files/1-label.txt')).toBe('a label');
  const { messages } = JSON.parse(read('conversations/1.json'));
  expect(messages.map((one: { body_text: string }) => one.body_text)).toEqual(['Where is it?', 'It comes.']);
  expect(
    names
      .filter(name => name.includes('.'))
      .map(read)
      .join(),
  ).not.toContain('Only for us');
});

test('an export overwrites nothing, and one that fails leaves nothing behind', async () => {
  const ask = ['contacts', 'export', '1', '--to'];
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  expect(await frontdesk([...ask, folder])).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') });
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  const file = join(folder, 'mine.txt', 'kim');
  expect(await frontdesk([...ask, file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Cannot write to'),
  });
  const gone = center.center.context.files;
  expect(gone).toBeDefined();
  await center.stop();
  const other = join(folder, 'other');
  expect((await frontdesk([...ask, other])).code).toBe(3);
  expect(existsSync(other)).toBe(false);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  chmodSync(folder, 0o700);
});
