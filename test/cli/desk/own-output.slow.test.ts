import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openBuiltDesk } from '../../harness/built-desk.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { RAW_CONTROL, serving } from './serving.ts';

const FAULT = fileURLToPath(new URL('../../harness/fault.ts', import.meta.url));
const CANARY = 'canary-0123456789';

test.for(['timer', 'rejection'])(
  'serve ends on a bug (%s) with a report, and neither has a word of a customer',
  async fault => {
    const more = { NODE_OPTIONS: `--import=${FAULT}`, FRONTDESK_FAULT: fault, FRONTDESK_TOKEN: CANARY };
    const env = deskEnvironment(temporaryFolder(), more);
    const server = await serving(env, async (_port, pid) => process.kill(pid, 'SIGUSR2'));
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(
      /^frontdesk stopped because of a bug\. A report of the fault is in .*report-.*\.txt\.\n$/,
    );
    const folder = join(env.XDG_STATE_HOME!, 'frontdesk');
    const report = readFileSync(join(folder, readdirSync(folder).find(name => name.startsWith('report-'))!), 'utf8');
    expect(report).toMatch(/Error\n {4}at /);
    for (const text of [report, server.said()]) expect(text).not.toMatch(/Mia|canary/);
    expect(RAW_CONTROL.exec(report)?.[0]).toBeUndefined();
  },
);

test('console output and Node’s warnings in the desk are logged by their place, and not shown on the screen', async () => {
  const more = { NODE_OPTIONS: `--import=${FAULT}`, FRONTDESK_FAULT: 'chatter', FRONTDESK_TOKEN: CANARY };
  const env = deskEnvironment(temporaryFolder(), more);
  const desk = openBuiltDesk(['--sample', '--link', 'fast'], env, { columns: 80, rows: 24 });
  await desk.sees('Unresolved', { within: 30_000 });
  // The preview of the first conversation comes after the list.
  await desk.sees(/^ #\d+ /m);
  await desk.settled(300);
  const before = desk.screen();
  desk.resetBytes();
  desk.kill('SIGUSR2');
  const path = join(env.XDG_STATE_HOME!, 'frontdesk/frontdesk.log');
  const logged = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  await expect.poll(logged).toMatch(/console\n[\s\S]*fault\.ts[\s\S]*console\n[\s\S]*Warning\n/);
  await desk.settled(200);
  expect(desk.output()).toBe('');
  expect(desk.screen()).toEqual(before);
  const log = logged();
  expect(log).not.toMatch(/Mia|canary/);
  expect(RAW_CONTROL.exec(log)?.[0]).toBeUndefined();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an editor that fails ends neither the desk nor the draft', async () => {
  const env = deskEnvironment(temporaryFolder(), { EDITOR: 'false' });
  const desk = openBuiltDesk(['--sample', '--link', 'fast'], env, { rows: 24 });
  await desk.sees('Unresolved', { within: 30_000 });
  desk.press('note.write');
  await desk.sees('NOTE');
  desk.type('call her back');
  await desk.sees('call her back');
  desk.press('ctrl-g');
  await desk.sees('The editor did not work');
  expect(desk.text()).toContain('call her back');
});
