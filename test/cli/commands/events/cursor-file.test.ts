import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginAnew } from '../../../../src/center/model/begin-anew.ts';
import { makeConversation } from '../../../center/conversations.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

async function open() {
  const center = await servedCenter();
  const folder = temporaryFolder();
  const [cursor, log] = [join(folder, 'cursor'), join(folder, 'log')];
  const frontdesk = commandOn(center);
  await makeConversation(center);
  const events = (...args: string[]) =>
    frontdesk(['events', '--cursor', cursor, '--exec', `cat >> ${log}; echo >> ${log}.count`, ...args]);
  return {
    center,
    cursor,
    log,
    events,
    count: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0),
  };
}

test('the file is this user’s alone', async () => {
  const { cursor, events } = await open();
  expect((await events('--since', 'start')).code).toBe(0);
  expect(statSync(cursor).mode & 0o777).toBe(0o600);
});

test.each([
  ['nothing', ''],
  ['a torn line', '1 0123'],
  ['a NUL byte', '\0\0\0'],
  ['no cursor', 'hello there\n'],
])('a file with %s is refused, and nothing is handed over', async (_what, text) => {
  const { cursor, count, events } = await open();
  writeFileSync(cursor, text, { mode: 0o600 });
  const { code, stderr } = await events();
  expect([code, count()]).toEqual([1, 0]);
  expect(stderr).toContain('is damaged, or is not a cursor file. Nothing was done.');
  expect(readFileSync(cursor, 'utf8')).toBe(text);
});

test('a file that others can read, a link and a folder are refused', async () => {
  const { cursor, count, events } = await open();
  writeFileSync(cursor, '1 x\n', { mode: 0o644 });
  expect((await events()).stderr).toContain('can be read by others');
  execFileSync('rm', [cursor]);
  symlinkSync('/etc/hostname', cursor);
  expect((await events()).stderr).toContain('is a symbolic link');
  execFileSync('rm', [cursor]);
  mkdirSync(cursor);
  expect((await events()).stderr).toContain('is a folder');
  expect(count()).toBe(0);
});

test('the cursor of another help center is refused', async () => {
  const [one, other] = [await open(), await open()];
  await one.events('--since', 'start');
  writeFileSync(other.cursor, readFileSync(one.cursor), { mode: 0o600 });
  const { code, stderr } = await other.events();
  expect([code, other.count()]).toEqual([1, 0]);
  expect(stderr).toContain('has the cursor of another help center');
});

test('a cursor that the help center does not know is refused with a remedy, and stays', async () => {
  const { center, cursor, count, events } = await open();
  await events('--since', 'start');
  const kept = readFileSync(cursor, 'utf8');
  writeFileSync(cursor, kept.replace(/^1 /, '7 '));
  const unknown = await events();
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'frontdesk: The help center has no such event: it cannot go on after event 7. Nothing was handled. Remove the cursor ' +
      'file if there is one, and say where to begin: --since now for what comes from then on, --since start for all that is there.\n',
  ]);
  writeFileSync(cursor, kept);
  await center.center.write(beginAnew);
  await makeConversation(center);
  const restored = await events();
  expect(restored.code).toBe(1);
  expect(restored.stderr).toContain('was restored from a backup since then: it cannot go on after event 1.');
  expect([count(), readFileSync(cursor, 'utf8')]).toEqual([1, kept]);
  expect((await events('--since', 'now')).stderr).toContain('remove one of them');
  execFileSync('rm', [cursor]);
  expect((await events('--since', 'now')).code).toBe(0);
  expect(readFileSync(cursor, 'utf8')).toMatch(/^\d{7}@[\w-]{36} \w{12}\n$/);
});

test('a second one with the same file is refused while the first one runs', async () => {
  const { count, events } = await open();
  const first = events('--since', 'start', '--exec', 'sleep 2');
  await expect
    .poll(async () => (await events()).stderr)
    .toMatch(/^frontdesk: Another frontdesk events uses .*: each needs a cursor file of its own\.\n$/);
  expect((await first).code).toBe(0);
  expect(count()).toBe(0);
});

test('a cursor that cannot be kept any more stops it; the event comes again', async () => {
  const { center, cursor, events } = await open();
  await makeConversation(center);
  const folder = join(cursor, '..', 'inner');
  mkdirSync(folder, { mode: 0o700 });
  const inner = join(folder, 'cursor');
  const lost = await events('--since', 'start', '--cursor', inner, '--exec', `chmod 777 ${folder}`);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toContain('How far it came could not be kept');
  expect(readFileSync(inner, 'utf8')).toMatch(/^0 /);
  chmodSync(folder, 0o700);
  expect((await events('--cursor', inner)).code).toBe(0);
  expect(readFileSync(inner, 'utf8')).toMatch(/^2 /);
});

function whyNoDisk(): string | undefined {
  try {
    execFileSync('sh', ['-c', 'unshare -m true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'nothing can be mounted here';
  }
}

test('on a full disk it stops before the first event, and with room it goes on', skippedFor(whyNoDisk()), async () => {
  const { count, events } = await open();
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  const cursor = join(disk, 'cursor');
  execFileSync('sh', ['-c', `touch ${cursor}.lock; cat /dev/zero > ${disk}/full 2>/dev/null || true`]);
  const full = await events('--since', 'start', '--cursor', cursor);
  expect([full.code, count()]).toEqual([1, 0]);
  expect(full.stderr).toMatch(/disk is full|ENOSPC/);
  execFileSync('rm', [`${disk}/full`]);
  expect((await events('--since', 'start', '--cursor', cursor)).code).toBe(0);
  expect(count()).toBe(1);
});
