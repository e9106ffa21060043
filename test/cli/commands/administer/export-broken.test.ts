import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeContact, makeConversation } from '../../../center/conversations.ts';
import { launcher } from '../../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runShell } from '../../run-shell.ts';
import { servedCenter } from '../../served-center.ts';

const SIZE = 3_000_000;

/** A help center elsewhere that keeps a large file of a customer; `cutAfter`: a way to it that breaks once after so many bytes. */
async function open(cutAfter = Number.POSITIVE_INFINITY) {
  const center = await servedCenter();
  const contact = await makeContact(center, 'Zoe');
  const id = await makeConversation(center, { contacts: [contact] });
  const form = new FormData();
  form.set('file', new File([Buffer.alloc(SIZE, 'x')], 'lamp.bin'));
  const { url, headers } = center.request('POST', '/attachments', { as: 'key' });
  const uploaded = await center.center.fetch(new Request(url, { method: 'POST', headers, body: form }));
  const attachment = ((await uploaded.json()) as { data: { id: number } }).data.id;
  await center.call('POST', `/conversations/${id}/messages`, {
    as: 'key',
    body: { body_text: 'My lamp.', attachments: [attachment] },
  });
  let left = cutAfter;
  const way = createServer(near => {
    const far = connect(Number(new URL(center.url).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
    near.pipe(far);
    far.on('data', chunk => {
      left -= chunk.length;
      if (left < 0 && Number.isFinite(left)) {
        left = Number.POSITIVE_INFINITY;
        near.destroy();
      } else near.write(chunk);
    });
  });
  await new Promise<void>(resolve => way.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void way.close());
  const folder = temporaryFolder();
  const env = deskEnvironment(folder, { FRONTDESK_TOKEN: center.tokens.admin });
  const to = join(folder, 'zoe');
  const place = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  return { env, to, folder, args: ['contacts', 'export', String(contact), '--to', to, '--url', place] };
}

test('a link that is lost in the middle of a file is waited for, and the export is whole', async () => {
  const { env, to, args } = await open(SIZE / 2);
  const ended = await runShell(args, { env });
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('This command asks again') });
  const [name] = readdirSync(join(to, 'files'));
  expect(readFileSync(join(to, 'files', name!)).length).toBe(SIZE);
});

test('an export for which the disk has no room leaves nothing, and says so', async () => {
  const { env, to, folder, args } = await open();
  const limited = ['-c', 'trap "" XFSZ; ulimit -f 1000; exec "$@"', 'sh', process.execPath, launcher, ...args];
  const child = spawn('/bin/sh', limited, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  await new Promise(resolve => child.once('close', resolve));
  expect(told).toMatch(
    /^frontdesk: Cannot write to .*zoe: .*\. Nothing is left there; the help center is unchanged\.\n$/,
  );
  expect(existsSync(to)).toBe(false);
  expect(readdirSync(folder).filter(one => one.includes('zoe'))).toEqual([]);
});
