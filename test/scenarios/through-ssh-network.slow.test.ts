import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openNetworkNamespace, whyNoNamespace } from '../harness/network-namespace.ts';
import { openTerminal } from '../harness/pty.ts';
import { skippedFor } from '../harness/skipped.ts';
import { openSshCenter, sshUrl } from '../harness/ssh-center.ts';
import { startSshd, whyNoSsh } from '../harness/sshd.ts';

const LONG = { within: 150_000 };

test('a desk on another machine works through ssh at 1,200 bytes a second, and goes on after its cable was out', {
  timeout: 400_000,
  ...skippedFor(whyNoSsh() ?? whyNoNamespace()),
}, async () => {
  // A socket's path may have some hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const there = await openSshCenter(folder, 40);
  onTestFinished(there.close);
  const network = openNetworkNamespace(1_200);
  onTestFinished(network.close);
  const sshd = await startSshd(join(folder, 'far'), undefined, [`ListenAddress ${network.here}`]);
  onTestFinished(sshd.stop);
  copyFileSync(there.sshd().authorized, sshd.authorized);
  const args = [...network.prefix.slice(1), process.execPath, launcher, '--url', sshUrl(sshd.port, network.here)];
  const desk = openTerminal({ command: network.prefix[0]!, args, env: there.env, columns: 100, rows: 30 });
  const archived = async () => (await there.center.ask<unknown[]>('GET', '/conversations?archived=1&limit=100')).length;
  const first = await archived();
  await desk.sees(/Unresolved \d+/, LONG);
  desk.press('conversation.archive');
  await expect.poll(archived, { timeout: LONG.within }).toBe(first + 1);
  network.cable(false);
  desk.press('conversation.archive');
  await desk.sees('1 unsent', LONG);
  await desk.sees('offline since', LONG);
  network.cable(true);
  await desk.seesNot('unsent', LONG);
  await desk.seesNot('offline', LONG);
  expect(await archived()).toBe(first + 2);
});
