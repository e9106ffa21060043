import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastLetter, OURS, openMailDesk } from '../../../center/handlers/deliver.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

async function writing() {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const create = (...args: string[]) =>
    frontdesk(['conversations', 'create', '--inbox', 'Support', ...args], { as: 'agent', input: 'We found it.\n' });
  return { desk, frontdesk, create };
}

const EVE = ['--to', 'Eve <eve@new.example>', '--subject', 'Your lost parcel'];

test('a person is written to first, with files and copies, never without a yes', async () => {
  const { desk, create } = await writing();
  const file = join(temporaryFolder(), 'label.txt');
  writeFileSync(file, 'A label');
  expect(await create(...EVE)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'frontdesk: A mail goes out: add --yes to send it without a question. Nothing was sent.\n',
  });
  const more = ['--cc', 'max@other.example', '--bcc', 'boss@shop.example', '--attach', file];
  const plan = await create(...EVE, ...more, '--dry-run', '--json');
  expect(JSON.parse(plan.stdout)).toEqual([{ id: null, result: 'planned' }]);
  expect(plan.stderr).toContain(
    'Subject: Your lost parcel\nTo: Eve <eve@new.example>\nCc: max@other.example\nBcc: boss',
  );
  expect(await desk.letters()).toEqual([]);

  const sent = await create(...EVE, ...more, '--yes');
  expect([sent.code, sent.stdout]).toEqual([0, 'Wrote to Eve: #2.\n']);
  expect(await lastLetter(desk)).toMatchObject({
    from: { email: OURS },
    to: [{ name: 'Eve', email: 'eve@new.example' }],
    cc: [{ email: 'max@other.example' }],
    bcc: [{ email: 'boss@shop.example' }],
    subject: 'Your lost parcel',
    text: 'We found it.',
    attachmentIds: [expect.any(Number)],
  });
});

test('a call or a visit is recorded without a mail and without a question', async () => {
  const { desk, create } = await writing();
  const recorded = await create(...EVE, '--record-only', '--ndjson');
  expect([recorded.code, JSON.parse(recorded.stdout)]).toEqual([0, { id: 2, result: 'done' }]);
  expect(await desk.letters()).toEqual([]);
  expect((await desk.call('GET', '/conversations/2')).body.data).toMatchObject({
    title: 'Your lost parcel',
    requester: { email: 'eve@new.example' },
  });
});

test('a wrong address, an API key or a refusal keeps everything as it was', async () => {
  const { desk, frontdesk, create } = await writing();
  expect((await create('--to', 'nobody', '--subject', 'x', '--yes')).code).toBe(2);
  const refused = await create('--to', OURS, '--subject', 'x', '--yes');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is an address of an inbox here')]);
  const key = await frontdesk(['conversations', 'create', ...EVE, '--yes', '--text', 'x'], { as: 'key' });
  expect([key.code, key.stderr]).toEqual([1, expect.stringContaining('an API key cannot write it')]);
  expect([await desk.letters(), (await desk.call('GET', '/conversations')).body.data.length]).toEqual([[], 1]);
});
