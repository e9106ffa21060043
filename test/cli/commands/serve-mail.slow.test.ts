import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { enqueue } from '../../../src/center/model/outgoing/enqueue.ts';
import { letterTo } from '../../center/mail/out/open-queue.ts';
import { createCenter } from '../../harness/center.ts';
import { eventually } from '../../harness/eventually.ts';
import { launcher } from '../../harness/launcher.ts';
import { letter } from '../../harness/letter.ts';
import { lmtpData, openLmtp } from '../../harness/lmtp-client.ts';
import { openRelay } from '../../harness/relay.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

/** A folder with settings for mail into `center.db` there. */
function home() {
  const folder = temporaryFolder();
  const config = join(folder, 'config.toml');
  const socket = join(folder, 'lmtp');
  writeFileSync(config, `[mail]\ndatabase = "center.db"\nlmtp = "${socket}"\n`);
  return { folder, socket, env: { ...deskEnvironment(folder), FRONTDESK_CONFIG: config } };
}

function serve({ env }: ReturnType<typeof home>, database: string) {
  const server = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--database', database], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const said = { log: '', url: '' };
  server.stderr.on('data', chunk => {
    said.log += chunk;
  });
  server.stdout.on('data', chunk => {
    said.url += String(chunk).replace(/^listening on |\n$/g, '');
  });
  const stop = async () => {
    server.kill('SIGTERM');
    return (await once(server, 'exit'))[0];
  };
  return { said, stop };
}

/** Puts a letter that is due into the queue of `moved.db`. */
async function queueLetter(folder: string): Promise<void> {
  const center = await createCenter({
    database: join(folder, 'moved.db'),
    attachmentsFolder: join(folder, 'attachments'),
    settings: { passwordCost: 4 },
  });
  const letter = letterTo('a@shop.example', 'rosa@customer.example');
  const nobodys = { conversationId: null, messageId: null, inboxId: null, isHeld: false };
  await center.write(work => enqueue(work, { ...nobodys, letter, notBefore: work.now }));
  await center.close();
}

test('mail flows in the help center of the settings alone, and in a copy only when told to', async () => {
  const place = home();
  const { folder, socket, env } = place;
  const database = join(folder, 'center.db');
  const { said, stop } = serve(place, database);
  await eventually(() => expect(said.log).toContain(`Mail is taken by LMTP at ${socket}.`));
  const client = await openLmtp(socket);
  const delivery = { from: 'rosa@customer.example', to: ['help@shop.example'], data: lmtpData(letter(0)) };
  expect(await client.deliver(delivery)).toMatchObject([{ code: 250 }]);
  const key = (await runShell(['key', 'create', 'test', '--database', database], { env })).stdout.trim();
  const headers = { authorization: `Bearer ${key}` };
  await eventually(async () => {
    const answer = await fetch(`${said.url}/api/agent/v1/conversations`, { headers });
    expect(await answer.json()).toMatchObject({ data: [{ title: 'Topic 0' }] });
  });
  client.destroy();
  expect(await stop()).toBe(0);
  expect(existsSync(socket)).toBe(false);

  const other = serve(place, join(folder, 'other.db'));
  const reason = `No mail flows here: the settings' [mail] is for ${database}, and this is ${join(folder, 'other.db')}.`;
  await eventually(() => expect(other.said.log).toContain(reason));
  await other.stop();

  copyFileSync(database, join(folder, 'moved.db'));
  const relay = await openRelay();
  onTestFinished(() => relay.close());
  const sending = `lmtp = "${socket}"\nrelay = "smtp://127.0.0.1:${relay.port}"\n`;
  writeFileSync(env.FRONTDESK_CONFIG, `[mail]\ndatabase = "moved.db"\n${sending}`);
  await queueLetter(folder);
  const copy = serve(place, join(folder, 'moved.db'));
  await eventually(() => expect(copy.said.log).toContain('Mail is paused: this database is a copy'));
  expect(existsSync(socket)).toBe(false);
  expect(await copy.stop()).toBe(0);
  expect(relay.connectionsEver()).toBe(0);

  expect((await runShell(['mail', 'check'], { env })).stdout).toContain('mail is paused');
  expect(await runShell(['mail', 'queue', 'resume'], { env })).toMatchObject({ code: 0 });
  const resumed = serve(place, join(folder, 'moved.db'));
  await eventually(() => expect(resumed.said.log).toContain(`Mail is taken by LMTP at ${socket}.`));
  await eventually(() => expect(relay.taken.map(({ id }) => id)).toEqual(['a@shop.example']));
  expect(await resumed.stop()).toBe(0);
});
