import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';

function setting() {
  const folder = temporaryFolder();
  return { folder, env: deskEnvironment(folder) };
}

function onTerminal(args: readonly string[], env: Record<string, string>, size = { columns: 80, rows: 24 }) {
  return openBuiltDesk(args, env, size);
}

describe('the desk refuses in one line', () => {
  test('without a terminal, with exit code 2', async () => {
    const { code, stdout, stderr } = await runShell([], setting());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^frontdesk: .*standard input is not a terminal.*\n$/);
  });

  test('the screen on TERM=dumb, with exit code 2 and never a frame', async () => {
    const { env } = setting();
    const desk = onTerminal(['--no-plain'], { ...env, TERM: 'dumb' });
    expect((await desk.exit()).exitCode).toBe(2);
    expect(desk.output()).toMatch(/^frontdesk: .*TERM is "dumb"/);
    expect(desk.output()).not.toContain('\x1b[?1049h');
  });

  test('a wrong flag and an unknown command, with exit code 2', async () => {
    const { env } = setting();
    expect((await runShell(['--no-such-flag'], { env })).code).toBe(2);
    expect((await runShell(['triage'], { env })).code).toBe(2);
    expect((await runShell(['serve', '--port', '70000'], { env })).code).toBe(2);
  });

  test('an invalid address, and a help center elsewhere without a token', async () => {
    const { env } = setting();
    for (const [url, code] of [
      ['help.example', 2],
      ['https://help.example', 3],
      ['https://ana:canary@help.example', 2],
    ] as const) {
      const desk = onTerminal(['--url', url], env);
      expect((await desk.exit()).exitCode).toBe(code);
      expect(desk.output()).toMatch(/address|FRONTDESK_TOKEN/);
      expect(desk.output()).not.toContain('canary');
    }
  });

  test('a token file that others can read', async () => {
    const { folder, env } = setting();
    const file = join(folder, 'token');
    writeFileSync(file, 'canary-token', { mode: 0o644 });
    const desk = onTerminal(['--url', 'http://127.0.0.1:9', '--token-file', file], env);
    expect((await desk.exit()).exitCode).toBe(2);
    expect(desk.output()).toContain('chmod 600');
    const other = onTerminal(['--url', 'http://127.0.0.1:9', '--token-file', folder], env);
    expect((await other.exit()).exitCode).toBe(2);
    expect(other.output()).toContain('is a folder');
    const odd = onTerminal(['--url', 'http://127.0.0.1:9'], { ...env, FRONTDESK_TOKEN: 'canary two\nlines' });
    expect((await odd.exit()).exitCode).toBe(2);
    expect(odd.output()).toMatch(/The token in FRONTDESK_TOKEN contains characters/);
    expect(odd.output()).not.toContain('canary');
    expect(desk.output()).not.toContain('canary-token');
  });
});

describe('a database that cannot be used is left as it is', () => {
  test('a file that is not a database', async () => {
    const { folder, env } = setting();
    const file = join(folder, 'letter.txt');
    writeFileSync(file, 'Dear Sir or Madam, this is a letter and no database at all.\n'.repeat(50));
    const before = readFileSync(file);
    const { code, stderr } = await runShell(['sample', '--database', file], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^frontdesk: .*not a database.*\n$/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('a folder, and a file that is damaged', async () => {
    const { folder, env } = setting();
    const file = join(folder, 'center.db');
    expect((await runShell(['sample', '--conversations', '20', '--database', file], { env })).code).toBe(0);
    truncateSync(file, 40_960);
    const desk = onTerminal(['--database', file], env);
    expect((await desk.exit()).exitCode).toBe(1);
    expect(desk.output()).toMatch(/^frontdesk: .*it is damaged\. .*\r\n$/);
    expect(statSync(file).size).toBe(40_960);
    const { code, stderr } = await runShell(['sample', '--database', folder], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^frontdesk: .*it is a folder.*\n$/);
  });

  test('a file that a newer program wrote', async () => {
    const { folder, env } = setting();
    const file = join(folder, 'center.db');
    expect((await runShell(['sample', '--conversations', '3', '--database', file], { env })).code).toBe(0);
    const database = new DatabaseSync(file);
    const { name } = database
      .prepare("select name from sqlite_master where type = 'table' and name like '%migration' limit 1")
      .get() as { name: string };
    database.exec(`insert into "${name}" (name, timestamp) values ('9999-from-tomorrow', '2099-01-01T00:00:00Z')`);
    database.close();
    const { code, stderr } = await runShell(['sample', '--database', file], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/newer/);
  });

  const whyWritable = process.getuid?.() === 0 ? 'root may write anywhere' : undefined;

  test('a folder that cannot be written', skippedFor(whyWritable), async () => {
    const { folder, env } = setting();
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    const { code, stderr } = await runShell(['sample', '--database', join(closed, 'deep', 'center.db')], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be made/);
  });

  test('a database of another kind, and none at all', async () => {
    const { env } = setting();
    for (const told of ['mysql://me:canary@host/x', '']) {
      const { code, stderr } = await runShell(['key', 'list', '--database', told], { env });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^frontdesk: .*(?:mysql:\/\/ is not a known kind|names no file).*\n$/);
      expect(stderr).not.toContain('canary');
    }
  });

  test('an empty variable counts as none', async () => {
    const { env } = setting();
    const empty = { FRONTDESK_DATABASE: '', FRONTDESK_API_KEY: '', FRONTDESK_URL: '', FRONTDESK_CONFIG: '' };
    expect(await runShell(['key', 'list'], { env: { ...env, ...empty } })).toMatchObject({ code: 0, stderr: '' });
  });

  const whyNoProc = process.platform === 'linux' ? undefined : 'only Linux has folders where none can be made';

  test('a folder in which none can ever be made, at once', skippedFor(whyNoProc), async () => {
    const { env } = setting();
    for (const file of ['/proc/none/deep/center.db', '/sys/center.db']) {
      const { code, stderr } = await runShell(['sample', '--database', file], { env });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^frontdesk: The folder .* cannot be made \(\w+\)\. .*--database.*\n$/);
    }
  });

  test('a folder for attachments that cannot be made', async () => {
    const { folder, env } = setting();
    writeFileSync(join(folder, 'attachments'), '');
    const { code, stderr } = await runShell(['sample', '--database', join(folder, 'center.db')], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^frontdesk: The folder .*attachments cannot be made \(\w+\)\. Nothing was changed\..*\n$/);
  });

  test('a folder that cannot be made, because a file is in its place', async () => {
    const { folder, env } = setting();
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await runShell(['sample', '--database', join(folder, 'file', 'center.db')], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^frontdesk: The folder .* cannot be made \(\w+\)\. Nothing was changed\..*\n$/);
  });
});

describe('a help center elsewhere that does not answer as one', () => {
  const server = async (answer: (path: string) => { status: number; type: string; body: string }) => {
    const http = createServer((request, response) => {
      const { status, type, body } = answer(request.url ?? '');
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  };

  test.for([
    [
      'HTML',
      {
        status: 200,
        type: 'text/html',
        body: '<html><title>Welcome to nginx!</title><h1>Welcome to nginx!</h1></html>',
      },
    ],
    [
      'a wrong token',
      {
        status: 401,
        type: 'application/json',
        body: '{"error":{"code":"unauthorized","message":"This token is not known."}}',
      },
    ],
    ['a bad gateway', { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' }],
  ] as const)('%s: one clear line without the token, exit code 3', async ([, answer]) => {
    const { env } = setting();
    const url = await server(() => answer);
    const desk = onTerminal(['--url', url], { ...env, FRONTDESK_TOKEN: 'canary-0123456789' });
    expect((await desk.exit()).exitCode).toBe(3);
    expect(desk.output()).toMatch(/^frontdesk: .+\r\n$/);
    expect(desk.output()).toContain(new URL(url).host);
    expect(desk.output()).toMatch(/check the address/i);
    expect(desk.output()).not.toContain('canary');
    expect(desk.output()).not.toContain('<h1>');
  });

  test('without a listener: exit code 3', async () => {
    const { env } = setting();
    const desk = onTerminal(['--url', 'http://127.0.0.1:9'], { ...env, FRONTDESK_TOKEN: 'canary-0123456789' });
    expect((await desk.exit()).exitCode).toBe(3);
    expect(desk.output()).toMatch(/^frontdesk: .+\r\n$/);
  });
});

test('a window of 20x5 says that it is too small, and draws the desk once it is larger', async () => {
  const { folder, env } = setting();
  const desk = onTerminal(['--database', join(folder, 'center.db'), '--sample'], env, { columns: 20, rows: 5 });
  await desk.sees('Too small: min 30x8');
  desk.resize(80, 24);
  await desk.sees('Unresolved');
  desk.press('quit');
  expect((await desk.exit()).exitCode).toBe(0);
});

describe('mail of every size and shape', () => {
  const head = (id: string, subject: string) =>
    `Message-ID: <${id}@x.example>\nFrom: Zoe <z@x.example>\nSubject: ${subject}\n\n`;

  test('a path that does not exist fails, and the others are imported all the same', async () => {
    const { folder, env } = setting();
    const file = join(folder, 'one.eml');
    writeFileSync(file, `${head('one', 'One')}body\n`);
    writeFileSync(join(folder, 'notes.txt'), 'no mail');
    const missing = await runShell(['import', join(folder, 'nowhere'), file], { env });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no such file or folder.') });
    expect(missing.stdout).toMatch(/^1 mail read: 1 imported into 1 conversation, /);
    expect((await runShell(['import', join(folder, 'notes.txt')], { env })).code).toBe(1);
    expect((await runShell(['import', join(folder, 'notes.txt'), file], { env })).code).toBe(0);
  });

  test('a folder without mail fails and says so, and other files of a mail program are counted', async () => {
    const { folder, env } = setting();
    mkdirSync(join(folder, 'empty'));
    const empty = await runShell(['import', join(folder, 'empty')], { env });
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no mail there') });
    writeFileSync(join(folder, 'empty/prefs.js'), '// preferences');
    const noise = await runShell(['import', join(folder, 'empty')], { env });
    expect(noise.code).toBe(1);
    expect(noise.stdout).toMatch(
      /^0 mails read: .*\n1 file without mail passed over: empty, pictures, documents, a mail program's own\.\n$/,
    );
    expect(noise.stderr).not.toContain('set aside');
  });
});
