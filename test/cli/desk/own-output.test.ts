import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { openTerminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { strangersIn } from '../../harness/terminal-language.ts';
import { runHere, runWithEnv } from '../shell-here.ts';
import { RAW_CONTROL, serving } from './serving.ts';

const HOSTILE = '\x1b]0;owned\x07\u009b2J\u202e';
const CANARY = 'canary-0123456789';

/** Sends raw bytes as a request and waits for the end of the answer. */
function request(port: number, bytes: string): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
    socket.resume();
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
}

test.for([
  [[`--no-such${HOSTILE}`]],
  [[HOSTILE]],
  [['import', `/nowhere/${HOSTILE}`]],
  [['import', '--inbox', HOSTILE, '/nowhere']],
  [['copy', '--from', `/nowhere/${HOSTILE}`, '--to', 'x']],
  [['key', 'create', HOSTILE]],
  [['--url', `ftp://${HOSTILE}`]],
] as const)('output of the shell about %j has no control character', async ([args]) => {
  const { stdout, stderr } = await runHere(args, deskEnvironment(temporaryFolder()));
  expect(stdout + stderr).not.toBe('');
  expect(RAW_CONTROL.exec(stdout + stderr)?.[0]).toBeUndefined();
});

test('before the screen opens, an error in the desk is one line without a control character', async () => {
  const folder = temporaryFolder();
  const file = join(folder, `token${HOSTILE}`);
  writeFileSync(file, 'x', { mode: 0o644 });
  const args = [launcher, '--url', 'http://127.0.0.1:9', '--token-file', file];
  const desk = openTerminal({ command: process.execPath, args, env: deskEnvironment(folder) });
  expect((await desk.exit()).exitCode).toBe(2);
  expect(desk.output()).toContain('chmod 600');
  expect(strangersIn(Buffer.from(desk.output().replaceAll('\r\n', ' ')))).toEqual([]);
});

test('a missing inbox is reported in a sentence, not as a bug', async () => {
  const env = deskEnvironment(temporaryFolder());
  const { code, stderr } = await runWithEnv(['import', '--inbox', 'nosuch', '/nowhere'], { env });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'frontdesk: There is no inbox with the slug nosuch. Nothing was imported.\n',
  });
});

describe('serve', () => {
  test('logs no control character and no token, for any request', async () => {
    const env = deskEnvironment(temporaryFolder());
    const server = await serving(env, async port => {
      for (const path of [
        '/%1b]0;owned%07',
        `/\x1b]0;owned\x07`,
        `/api/agent/v1/conversations?q=${HOSTILE.replaceAll(/[^ -~]/g, '%9b')}`,
      ])
        await request(
          port,
          `GET ${path} HTTP/1.1\r\nHost: x\x1b[2J\r\nAuthorization: Bearer ${CANARY}\r\nX-Request-Id: \x9b2J\x1b\r\nConnection: close\r\n\r\n`,
        );
      await request(port, `\x1b[2J / HTTP/1.1\r\nHost: x\r\n\r\n`);
    });
    server.stop();
    expect(await server.ended).toBe(0);
    expect(RAW_CONTROL.exec(server.said())?.[0]).toBeUndefined();
    expect(server.said()).not.toContain(CANARY);
  });
});
