import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/cli/desk/connection.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { launcher } from '../../harness/launcher.ts';
import { openTerminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runHere } from '../shell-here.ts';

const token = 'canary-0123456789';
function connectTo(url: string, insecure?: boolean) {
  return connect({ environment: { FRONTDESK_TOKEN: token } } as unknown as Shell, { url, insecure });
}

describe('a help center on another machine', () => {
  test.for([
    'http://help.shop.example',
    'http://192.0.2.1:8080',
    'http://0.0.0.0',
    'http://localhost.example',
    'http://[::]',
  ])('is not asked by plain HTTP: %s', async url => {
    await expect(connectTo(url)).rejects.toMatchObject({
      code: 2,
      message: expect.stringMatching(
        /^The connection to \S+ is not encrypted: .* Nothing was sent\. .*https:.*--insecure/,
      ),
    });
  });

  test('is asked by plain HTTP with --insecure, which says so', async () => {
    const { warning } = await connectTo('http://help.shop.example:8080', true);
    expect(warning).toMatch(/^The connection to help\.shop\.example:8080 is not encrypted/);
  });

  test.for([
    'https://help.shop.example',
    'http://127.0.0.1:8080',
    'http://127.1',
    'http://[::1]:8080',
    'http://localhost:8080',
  ])('is asked without a warning if no other machine can listen: %s', async url => {
    expect((await connectTo(url)).warning).toBeUndefined();
  });

  test('the desk ends at once with the reason, and sends and shows no token', async () => {
    const env = { ...deskEnvironment(temporaryFolder()), FRONTDESK_TOKEN: token };
    const args = [launcher, '--url', 'http://192.0.2.1:9'];
    const desk = openTerminal({ command: process.execPath, args, env, columns: 80, rows: 24 });
    expect((await desk.exit()).exitCode).toBe(2);
    expect(desk.output()).toMatch(/^frontdesk: The connection to 192\.0\.2\.1:9 is not encrypted/);
    expect(desk.output()).not.toContain(token);
  });
});

describe('serve', () => {
  test.for(['0.0.0.0', '::', '192.0.2.1', 'desk.example', ''])(
    'does not start on %s, which other machines can reach',
    async host => {
      const folder = temporaryFolder();
      const database = join(folder, 'center.db');
      const args = ['serve', '--host', host, '--port', '0', '--database', database];
      const { code, stdout, stderr } = await runHere(args, deskEnvironment(folder));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^frontdesk: serve speaks plain HTTP.* Nothing was started\. .*--insecure.*\n$/);
      expect(existsSync(database)).toBe(false);
    },
  );
});
