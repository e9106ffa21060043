import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openFarCenter } from '../harness/far-desk.ts';
import type { Terminal } from '../harness/pty.ts';
import { skippedFor } from '../harness/skipped.ts';
import { openSshCenter, type SshCenter } from '../harness/ssh-center.ts';
import { makeKey, type Sshd, startSshd, whyNoSsh } from '../harness/sshd.ts';

/** A desk whose ssh hangs looks for a new way after 15 s of silence, and waits between two tries. */
const LONG = { within: 120_000 };

describe('faults of a line through OpenSSH', { timeout: 300_000, ...skippedFor(whyNoSsh()) }, () => {
  let folder: string;
  let there: SshCenter;
  beforeEach(async () => {
    // A socket's path may have some hundred characters.
    folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
    there = await openSshCenter(folder, 20);
  });
  afterEach(async () => {
    await there.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const configFile = () => join(folder, 'agent/ssh-config');
  /** Puts settings before those of the agent's ssh. */
  const configure = (...lines: readonly string[]): void =>
    writeFileSync(configFile(), [...lines, readFileSync(configFile(), 'utf8')].join('\n'));
  const askAboutHosts = (): void =>
    writeFileSync(configFile(), readFileSync(configFile(), 'utf8').replace('accept-new', 'ask'));

  /** The machine of the help center is reached through another one, as `ssh://…@inner`. */
  const behindBastion = async (...more: readonly string[]): Promise<Sshd & { readonly url: string }> => {
    const bastion = await startSshd(join(folder, 'bastion'), undefined, more);
    onTestFinished(bastion.stop);
    writeFileSync(bastion.authorized, readFileSync(join(folder, 'agent/id.pub')));
    configure(
      ...['Host bastion', 'HostName 127.0.0.1', `Port ${bastion.port}`],
      ...['Host inner', 'HostName 127.0.0.1', `Port ${new URL(there.url).port}`, 'ProxyJump bastion'],
    );
    return { ...bastion, url: `ssh://${userInfo().username}@inner` };
  };

  const openDesk = async (): Promise<Terminal> => {
    const desk = there.openDesk();
    await desk.sees(/Unresolved \d+/);
    await desk.sees(/\d+ of \d+|1 of 1/);
    return desk;
  };
  /** How many are archived, asked by the agent's own way. */
  const archivedThere = async (): Promise<number> => {
    const { stdout } = await there.run('conversations', 'list', 'is:archived', '--json', 'id', '--limit', '100');
    return JSON.parse(stdout).length;
  };
  const archived = async (): Promise<number> =>
    (await there.center.ask<unknown[]>('GET', '/conversations?archived=1&limit=100')).length;
  /** Archives a conversation, which arrives there once. */
  const archives = async (desk: Terminal): Promise<void> => {
    const before = await archived();
    desk.press('conversation.archive');
    await expect.poll(archived, { timeout: LONG.within }).toBe(before + 1);
    await desk.seesNot('unsent', LONG);
  };
  /** The agent looks again and again why the help center cannot be reached, until that is this. */
  const says = (desk: Terminal, reason: RegExp) =>
    expect
      .poll(
        async () => {
          desk.press('activity');
          await desk.sees('Outbox and activity');
          const text = desk.text();
          desk.press('esc');
          await desk.seesNot('Outbox and activity');
          return text;
        },
        { timeout: LONG.within, interval: 1_000 },
      )
      .toMatch(reason);
  const masters = (): readonly number[] =>
    execFileSync('ps', ['axo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter(line => line.includes(`${folder}/agent/state`) && line.includes('[mux]'))
      .map(line => Number.parseInt(line, 10));

  test('a desk goes through a jump host of the agent’s own settings', async () => {
    const { url } = await behindBastion();
    expect(await there.run('login', url)).toMatchObject({ code: 0, stderr: '' });
    await archives(await openDesk());
  });

  test('a bastion that forbids forwarding is named; a command of the agent’s goes through it', async () => {
    const { url } = await behindBastion('AllowTcpForwarding no');
    const refused = await there.run('login', url);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached through SSH') });
    expect(refused.stderr).toMatch(/prohibited|forwarding failed|Connection closed/);
    // The key stays on the agent's machine in life; here both machines are one.
    const inner = `ssh -F ${configFile()} -o ProxyJump=none -T inner`;
    const command = `ssh -F ${configFile()} -T bastion '${inner}'`;
    expect(await there.run('login', url, '--connect-command', command)).toMatchObject({ code: 0 });
    const list = await there.run('conversations', 'list', '--connect-command', command, '--url', url);
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('Priya Raman') });
  });

  test('a locale that the machine there does not have changes nothing', async () => {
    configure('SendEnv LANG LC_*');
    await there.sshd().stop();
    const more = ['AcceptEnv LANG LC_*'];
    const sshd = await startSshd(join(folder, 'sshd'), there.sshd().port, more);
    onTestFinished(sshd.stop);
    Object.assign(there.env, { LC_ALL: 'xx_YY.UTF-8', LANG: 'xx_YY.UTF-8' });
    expect(await there.run('login', there.url)).toMatchObject({ code: 0, stderr: '' });
    expect(await there.run('api', '/me')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    'ssh://-oProxyCommand=touch$IFS-stolen',
    'ssh://-oProxyCommand=touch%20stolen',
    'ssh://desk@-oProxyCommand=touch%20stolen',
    'ssh://-oProxyCommand=touch%20stolen@127.0.0.1',
    'ssh://%2DoProxyCommand=touch@127.0.0.1',
    'ssh://desk@$(touch stolen)',
    'ssh://desk@`touch stolen`',
    'ssh://desk@127.0.0.1;touch stolen',
    'ssh://desk@127.0.0.1/-oProxyCommand=touch',
  ])('an address that could be an option or a command is refused: %s', async address => {
    const { code, stderr } = await there.run('login', address);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/address/i)]);
    expect((await there.run('conversations', 'list', '--url', address)).code).toBe(2);
    expect(existsSync('stolen')).toBe(false);
    expect(there.line.traffic().connections).toBe(0);
  });

  test('a stranger at the socket’s path learns nothing and answers nothing; a serve there is told', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    await there.center.serving.kill();
    const path = join(folder, 'server/socket');
    rmSync(path, { force: true });
    let heard = '';
    const thief = createServer(socket => {
      socket.setEncoding('utf8').on('data', text => {
        heard += text;
        socket.write(`${'0'.repeat(32)} ${'0'.repeat(64)}\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`);
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>(resolve => thief.listen(path, resolve));
    onTestFinished(() => void thief.close());
    const asked = await there.run('api', '/me');
    expect(asked).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('does not answer here') });
    expect(heard).toMatch(/^(dial [\da-f]{64} [\da-f]{32}\n)+$/);
    await expect(there.serveAgain()).rejects.toThrow('Another serve listens at');
  });

  test('another help center at the same socket knows no key of the former; waiting changes reach their own', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    const desk = await openDesk();
    await there.center.serving.kill();
    desk.press('conversation.archive');
    await desk.sees('1 unsent');
    for (const name of readdirSync(join(folder, 'server')))
      if (name.startsWith('center.db')) renameSync(join(folder, 'server', name), join(folder, name));
    const other = await openFarCenter(join(folder, 'server'), 20);
    onTestFinished(other.serving.kill);
    // The number of the agent's key is taken there too.
    await there.operate('agent', 'key', 'add', 'ana@shop.example', join(folder, 'agent/id.pub'));
    await desk.sees('signed out since', LONG);
    expect((await there.run('api', '/me')).code).toBe(3);
    expect(other.serving.log.filter(line => !/ 401 /.test(line))).toEqual([]);
    await other.serving.kill();
    for (const name of readdirSync(folder))
      if (name.startsWith('center.db')) renameSync(join(folder, name), join(folder, 'server', name));
    await there.serveAgain();
    await desk.seesNot('unsent', LONG);
    expect(await archivedThere()).toBeGreaterThan(0);
  });

  test('two desks and a command share one connection, and one desk’s end is not the other’s', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    const [one, two] = [await openDesk(), await openDesk()];
    expect((await there.run('api', '/me')).code).toBe(0);
    expect(there.line.traffic().connections).toBe(1);
    one.kill('SIGKILL');
    await one.exit();
    await archives(two);
    expect(there.line.traffic().connections).toBe(1);
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)('a shared ssh that gets %s is replaced by a new one', async signal => {
    expect((await there.run('login', there.url)).code).toBe(0);
    const desk = await openDesk();
    const [master] = masters();
    process.kill(master!, signal);
    onTestFinished(() => {
      try {
        process.kill(master!, 'SIGKILL');
      } catch {}
    });
    await archives(desk);
    expect(there.line.traffic().connections).toBeGreaterThan(1);
  });

  test('a help center that starts again behind a living ssh gets what waited', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    const desk = await openDesk();
    await there.center.serving.kill();
    desk.press('conversation.archive');
    await desk.sees('1 unsent');
    await there.serveAgain();
    await desk.seesNot('unsent', LONG);
    expect(await archivedThere()).toBeGreaterThan(0);
    expect(there.line.traffic().connections).toBe(1);
  });

  test('another host key stops a running desk without a word on its screen; it goes on once the agent agrees', async () => {
    expect((await there.run('login', there.url)).code).toBe(0);
    askAboutHosts();
    const desk = await openDesk();
    rmSync(join(folder, 'sshd/host'));
    makeKey(join(folder, 'sshd/host'));
    await there.restartSshd();
    desk.press('conversation.archive');
    await desk.sees('offline since', LONG);
    expect(await there.run('api', '/me')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Host key verification failed\. · Try: frontdesk login ssh:/),
    });
    await says(desk, /Host key verification failed[\s\S]*frontdesk login/);
    expect(desk.output()).not.toMatch(/authenticity|REMOTE HOST/);
    rmSync(join(folder, 'agent/known'));
    writeFileSync(configFile(), readFileSync(configFile(), 'utf8').replace('ask', 'accept-new'));
    await desk.seesNot('offline', LONG);
    await desk.seesNot('unsent', LONG);
  });

  test('a jump host that would ask does not ask within the desk', async () => {
    const { url } = await behindBastion();
    expect((await there.run('login', url)).code).toBe(0);
    const desk = await openDesk();
    askAboutHosts();
    rmSync(join(folder, 'agent/known'));
    await there.restartSshd();
    await desk.sees('offline since', LONG);
    expect(desk.output()).not.toContain('authenticity');
    await says(desk, /Connection closed[\s\S]*frontdesk login/);
  });
});
