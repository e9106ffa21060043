import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addEmail } from '../../../src/center/model/inbox/email.ts';
import { enqueue } from '../../../src/center/model/outgoing/enqueue.ts';
import { systemUser } from '../../../src/runtime/node-or-bun.ts';
import { letterTo } from '../../center/mail/out/open-queue.ts';
import { createCenter } from '../../harness/center.ts';
import { openRelay } from '../../harness/relay.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runWithEnv } from '../shell-here.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

test('mails that wait are listed, tried again and dropped by hand, and mail check signs in to the relay', async () => {
  const relay = await openRelay({ passwords: { 'desk@shop.example': 'right-secret' } });
  onTestFinished(() => relay.close());
  const folder = temporaryFolder();
  const [config, database] = [join(folder, 'config.toml'), join(folder, 'center.db')];
  writeFileSync(join(folder, 'password'), 'wrong-secret\n', { mode: 0o600 });
  writeFileSync(
    config,
    `[mail]\ndatabase = "center.db"\nrelay = "smtp://desk%40shop.example@127.0.0.1:${relay.port}"\nrelay_password_file = "password"\n`,
  );
  const env = { ...deskEnvironment(folder), FRONTDESK_CONFIG: config };
  const mail = (...args: string[]) => runWithEnv(['mail', ...args], { env });
  expect((await mail('queue', 'list')).stdout).toBe('');

  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, now: () => NOON, settings: { passwordCost: 4 } });
  await center.write(async work => {
    await addEmail(work.db, 1, { email: 'help@shop.example' });
    const nobodys = { conversationId: null, messageId: null, inboxId: null, isHeld: false, notBefore: NOON };
    for (const to of [['ana@c.example'], ['b\u001b[31m@c.example', 'eve@c.example'], ['dan@c.example']])
      await enqueue(work, { ...nobodys, letter: letterTo(`${to[0]}`, ...to) });
    const tried = { attempts: 3, reply: '451 try later', next_at: NOON + 3_600_000 };
    await work.db.updateTable('outgoing').set(tried).where('id', '=', 1).execute();
    const refused = { state: 'failed' as const, attempts: 1, reply: '550 no such user' };
    await work.db.updateTable('outgoing').set(refused).where('id', '=', 2).execute();
  });
  await center.close();

  const listed = await mail('queue', 'list');
  expect(listed.stdout).not.toContain('\u001b');
  expect(listed.stdout.split('\n').map(line => line.split('\t'))).toEqual([
    ['1', 'queued', '3', '2026-11-20 13:00:00', 'ana@c.example', '451 try later'],
    ['2', 'failed', '1', '-', expect.stringContaining('@c.example and 1 more'), '550 no such user'],
    ['3', 'queued', '0', '2026-11-20 12:00:00', 'dan@c.example', ''],
    [''],
  ]);
  expect(await mail('queue', 'retry')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 mail will') });
  expect(await mail('queue', 'retry', '2', '7')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 mail will be tried at once'),
    stderr: expect.stringContaining('7: does not wait after a try'),
  });
  const states = (await mail('queue', 'list', '--json', 'id,state')).stdout;
  expect(JSON.parse(states).map(({ state }: { state: string }) => state)).toEqual(['queued', 'queued', 'queued']);
  expect((await mail('queue', 'drop', '3', '--dry-run', '--ndjson', '--json', 'id,result')).stdout).toBe(
    '{"id":3,"result":"planned"}\n',
  );
  expect(await mail('queue', 'drop', '3')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 mail will not'),
  });
  expect((await mail('queue', 'drop', 'three')).stderr).toContain('“three” is not an id');

  const wrong = await mail('check');
  expect(wrong.stdout).toContain(
    `Relay desk@shop.example at 127.0.0.1:${relay.port}: it refuses the user name or the password: 535`,
  );
  expect(wrong.stdout).toContain('2 mails not sent yet, 0 failed.');
  expect(wrong.stdout + wrong.stderr).not.toContain('wrong-secret');
  writeFileSync(join(folder, 'password'), 'right-secret\n', { mode: 0o600 });
  expect((await mail('check')).stdout).toContain(`127.0.0.1:${relay.port}: good, it lets this machine send.`);
  expect((await mail('check')).stdout).toContain(`Answers go out as: ${systemUser()} <help@shop.example>`);
  expect(relay.taken).toEqual([]);
});
