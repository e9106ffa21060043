import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileWith, openWith } from '../../../src/cli/desk/programs.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

/** A program that writes its arguments and a secret of its environment, and ends with this code. */
function program(code = 0) {
  const folder = temporaryFolder();
  const [path, told] = [join(folder, 'open'), join(folder, 'told')];
  writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$#" "$@" "$FRONTDESK_TOKEN" > ${told}\nexit ${code}\n`);
  chmodSync(path, 0o700);
  return { path, told: () => (existsSync(told) ? readFileSync(told, 'utf8') : undefined) };
}

const environment = { ...process.env, FRONTDESK_TOKEN: 'secret' };

describe('a link is opened', () => {
  test.for([
    ['https://a.example/x?q=1&b=2', 'https://a.example/x?q=1&b=2'],
    ['http://a.example/$(touch owned);id|', 'http://a.example/$(touch%20owned);id|'],
    ['mailto:zoe@a.example', 'mailto:zoe@a.example'],
  ] as const)('%s is the only argument, no shell reads it, and the program gets no secret', async ([url, argument]) => {
    const { path, told } = program();
    await openWith(path, url, environment);
    expect(told()).toBe(`1|${argument}||`);
  });

  test.for(['file:///etc/passwd', 'javascript:alert(1)', 'ssh://-oProxyCommand=x', '--version', 'x', ''])(
    '%j is refused and the program is not started',
    async url => {
      const { path, told } = program();
      await expect(openWith(path, url, environment)).rejects.toThrow('only http, https and mailto');
      expect(told()).toBeUndefined();
    },
  );

  test('a program that fails, or is not there, is named', async () => {
    const { path } = program(3);
    await expect(openWith(path, 'https://a.example', environment)).rejects.toThrow(`${path} ended with code 3.`);
    await expect(openWith('no-such-program', 'https://a.example', environment)).rejects.toThrow(
      'there is no program no-such-program.',
    );
  });
});

test('a file is opened by its whole path, which is the only argument, and no shell reads it', async () => {
  const { path, told } = program();
  await openFileWith(path, '/tmp/-rf $(id);x.pdf', environment);
  expect(told()).toBe('1|/tmp/-rf $(id);x.pdf||');
  await expect(openFileWith(path, '--version', environment)).rejects.toThrow('--version is not an absolute path.');
});
