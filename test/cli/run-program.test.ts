import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../src/cli/run-program.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const KIB = 1_024;

function run(command: string, more: Partial<Parameters<typeof runProgram>[1]> = {}) {
  return runProgram(command, {
    environment: process.env,
    stdin: '',
    limitMs: 30_000,
    maxBytes: 64 * KIB,
    ...more,
  });
}

/** Whether a process with this word in its arguments is alive. */
function isAlive(word: string): boolean {
  return readdirSync('/proc').some(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word);
    } catch {
      return false;
    }
  });
}

test('it reads its input on stdin and prints its output; nothing else is said of it', async () => {
  expect(await run('tr a-z A-Z', { stdin: 'zoë\nquinn' })).toEqual({
    output: 'ZOë\nQUINN',
    isCut: false,
    exitCode: 0,
    failed: undefined,
  });
});

test.each([
  ['exit 4', 'ended with exit code 4'],
  ['kill -9 $$', 'ended with SIGKILL'],
  [
    'echo first >&2; printf "50%%\\r\\033[31mno model\\n\\n" >&2; exit 1',
    'ended with exit code 1 (it says: ^[[31mno model)',
  ],
  ['head -c 900000 /dev/zero | tr "\\0" x >&2; exit 1', `ended with exit code 1 (it says: ${'x'.repeat(200)})`],
])('%s fails with its code and the last line of its stderr', async (command, failed) => {
  expect(await run(command)).toMatchObject({ output: '', failed });
});

test.each([
  ['true', 'reads nothing'],
  ['head -c 1 >/dev/null', 'reads only the beginning'],
  ['exec <&-; sleep 0.1', 'closes its input'],
])('%s, which %s of a large input, is not a failure', async command => {
  expect(await run(command, { stdin: 'x'.repeat(10_000_000) })).toMatchObject({ failed: undefined, exitCode: 0 });
});

test.each([
  ['head -c 10000000 /dev/zero | tr "\\0" x', '10 MB'],
  ['yes xxxxxxx', 'an endless output'],
  ['trap "" TERM PIPE; while :; do echo xxxxxxx; done 2>/dev/null', 'an endless output that no signal stops'],
])('of %s, which is %s, only the beginning is taken', async command => {
  const { output, isCut, failed } = await run(command);
  expect(output.length).toBe(64 * KIB);
  expect({ isCut, failed }).toEqual({ isCut: true, failed: undefined });
});

test('an output just at the limit is whole, and a character that the limit cuts in two is left out', async () => {
  expect(await run('printf abcd', { maxBytes: 4 })).toMatchObject({ output: 'abcd', isCut: false });
  expect(await run('printf "abcë"', { maxBytes: 4 })).toMatchObject({ output: 'abc', isCut: true });
});

test('escape sequences, overrides and bytes that are not text are harmless', async () => {
  const { output } = await run(`printf 'a\\033]52;c;eA==\\007\\r\\n\\342\\200\\256b\\377\\000c'`);
  expect(output).toBe('a^[]52;c;eA==^G\nb\ufffd^@c');
});

test('it takes no longer than its limit, also if it ignores SIGTERM, and its children end with it', async () => {
  const word = `31${process.pid}`;
  const command = `trap '' TERM; sleep ${word} & sleep ${word}; sleep ${word}`;
  expect(await run(command, { limitMs: 200 })).toMatchObject({ failed: 'took longer than 0.2 seconds' });
  await expect.poll(() => isAlive(word)).toBe(false);
});

test('it can be stopped, before it starts too, and has time to tidy up', async () => {
  const [begun, tidied] = [join(temporaryFolder(), 'begun'), join(temporaryFolder(), 'tidied')];
  const stop = new AbortController();
  const ended = run(`trap 'echo > ${tidied}; exit' TERM; echo > ${begun}; while :; do sleep 0.05; done`, {
    stop: stop.signal,
  });
  await expect.poll(() => existsSync(begun)).toBe(true);
  stop.abort();
  expect(await ended).toMatchObject({ failed: 'was stopped' });
  expect(existsSync(tidied)).toBe(true);
  expect(await run('sleep 60', { stop: stop.signal })).toMatchObject({ failed: 'was stopped' });
});

test('children that it leaves behind, with its output open, cause no wait', async () => {
  expect(await run('sleep 60 & echo done', { limitMs: 20_000 })).toMatchObject({
    output: 'done\n',
    exitCode: 0,
    failed: undefined,
  });
});

test('it has no terminal', async () => {
  expect(await run('(: < /dev/tty) 2>/dev/null || echo none')).toMatchObject({ output: 'none\n' });
});

test('its environment is ours without tokens, keys and passwords', async () => {
  const secrets = [
    ...['FRONTDESK_TOKEN', 'FRONTDESK_API_KEY', 'PGPASSWORD', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GH_TOKEN'],
    ...['SMTP_PASSWORD', 'CLIENT_SECRET', 'MYSQL_PWD', 'ACCESS_TOKENS', 'apikey', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ];
  const environment = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    MONKEY: 'kept',
    PROXY: 'http://proxy.example:3128',
    ...Object.fromEntries(secrets.map(name => [name, 'canary'])),
    FRONTDESK_DATABASE: 'postgres://frontdesk:canary@db.example/desk',
  };
  const { output } = await run('cat /proc/self/environ | tr "\\0" "\\n"', { environment });
  expect(output).not.toContain('canary');
  expect(output.split('\n')).toEqual(
    expect.arrayContaining(['LANG=C.UTF-8', 'MONKEY=kept', 'PROXY=http://proxy.example:3128']),
  );
});

test('its input is in neither its arguments nor its environment', async () => {
  const stdin = 'a mail of a customer';
  const { output } = await run('cat /proc/$$/cmdline /proc/$$/environ; cat >/dev/null', { stdin });
  expect(output).toContain('PATH=');
  expect(output).not.toContain(stdin);
});
