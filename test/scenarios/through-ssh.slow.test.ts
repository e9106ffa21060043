import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skippedFor } from '../harness/skipped.ts';
import { openSshCenter, type SshCenter } from '../harness/ssh-center.ts';
import { whyNoSsh } from '../harness/sshd.ts';

describe('through a real OpenSSH', skippedFor(whyNoSsh()), () => {
  let folder: string;
  let there: SshCenter;
  beforeEach(async () => {
    // A socket's path may have some hundred characters.
    folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
    there = await openSshCenter(folder, 40);
  });
  afterEach(async () => {
    await there.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('two commands lead from a bare machine to an archived conversation', async () => {
    const login = await there.run('login', there.url);
    expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('as Mia Reis (admin)') });
    const desk = there.openDesk();
    await desk.sees(/Unresolved \d+/);
    desk.press('conversation.archive');
    await desk.sees('z undoes');
    desk.press('quit');
    await desk.exit();
    const listed = await there.run('conversations', 'list', 'is:archived', '--json', 'id');
    expect(JSON.parse(listed.stdout).length).toBeGreaterThan(0);
    expect(there.center.serving.log.join('\n')).not.toContain(' 401 ');
  });

  test('a command says why ssh does not reach the help center, with the words of ssh', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    const ask = () => there.run('api', '/me');
    await there.sshd().stop();
    there.line.cut();
    expect(await ask()).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached through SSH') });
    await there.restartSshd();
    expect((await ask()).code).toBe(0);
    writeFileSync(there.sshd().authorized, '');
    await there.restartSshd();
    expect(await ask()).toMatchObject({ stdout: '', stderr: expect.stringContaining('Permission denied') });
  });

  test('changes wait for a line that was cut', async () => {
    await there.run('login', there.url);
    const desk = there.openDesk();
    await desk.sees(/Unresolved \d+/);
    await there.sshd().stop();
    there.line.cut();
    desk.press('conversation.archive');
    await desk.sees('1 unsent');
    await there.restartSshd();
    await desk.seesNot('unsent');
    const listed = await there.run('conversations', 'list', 'is:archived', '--json', 'id');
    expect(JSON.parse(listed.stdout).length).toBeGreaterThan(0);
  });

  test('a removed key signs a running desk out; added again, its next command is let in', async () => {
    await there.run('login', there.url);
    const desk = there.openDesk();
    await desk.sees(/Unresolved \d+/);
    const [id] = (await there.operate('agent', 'key', 'list')).trim().split(/\s+/);
    await there.operate('agent', 'key', 'remove', id!);
    await desk.sees('signed out');
    writeFileSync(there.sshd().authorized, '');
    const key = join(folder, 'agent/id.pub');
    await there.operate('agent', 'key', 'add', 'mia@shop.example', key, '--to', there.sshd().authorized);
    await expect.poll(async () => (await there.run('api', '/me')).code).toBe(0);
  });

  test('words that a login shell prints do not come between', async () => {
    const { authorized } = there.sshd();
    const loud = readFileSync(authorized, 'utf8').replace('command="', 'command="echo Welcome; printf HTTP/1.1; exec ');
    writeFileSync(authorized, loud);
    expect((await there.run('login', there.url)).code).toBe(0);
    expect((await there.run('api', '/me')).stdout).toContain('mia@shop.example');
  });

  test('keys are answered while 20 MB go up and down on the same connection', async () => {
    await there.run('login', there.url);
    const file = join(folder, 'large.bin');
    writeFileSync(file, randomBytes(20_000_000));
    const upload = await there.run('api', 'POST', '/attachments', '--file', file);
    expect(JSON.parse(upload.stdout).data.size).toBe(20_000_000);
    const again = there.run('api', 'POST', '/attachments', '--file', file);
    const [one, two] = [there.openDesk(), there.openDesk()];
    for (const desk of [one, two]) await desk.sees(/Unresolved \d+/);
    one.press('conversation.archive');
    await one.sees('z undoes');
    // Its row stays until the agent moves on, and says what became of it.
    await two.sees(/ archived /);
    expect((await again).code).toBe(0);
  });

  test('a client that asks for another command, a shell or a forwarding gets its own desk alone', async () => {
    const ssh = (...args: readonly string[]) =>
      new Promise<string>(resolve => {
        const { port } = new URL(there.url);
        const own = ['-F', join(folder, 'agent/ssh-config'), '-p', port, ...args];
        const child = execFile('ssh', own, { timeout: 60_000 }, (_, stdout) => resolve(stdout));
        child.stdin!.end('whoami\n');
      });
    const at = `${new URL(there.url).username}@127.0.0.1`;
    for (const command of ['id', 'sh -c id', `${process.execPath} -p 1`, `frontdesk dial --key ${'9'.repeat(64)}`])
      expect(await ssh(at, command)).toMatch(/^frontdesk dial\nHTTP\/1\.1 400 /);
    expect(await ssh('-o', 'SetEnv=FRONTDESK_KEY=9', at)).toMatch(/^frontdesk dial\nHTTP\/1\.1 400 /);
    expect(await ssh('-W', '127.0.0.1:22', at)).not.toContain('SSH-2.0');
    expect(await ssh('-s', at, 'sftp')).not.toContain('uid=');
  });
});
