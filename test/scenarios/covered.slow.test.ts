import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { openLyingProxy } from '../harness/lying-proxy.ts';
import type { Terminal } from '../harness/pty.ts';
import { openBackstage } from './open-desk.ts';

const PASSWORD = 'seven blue lanterns';
const COVERED = 'Signed out: the list comes once you sign in.';

/** An agent's desk at a help center elsewhere that has one conversation, Refund, and has been read once. */
async function open() {
  const backstage = await openBackstage();
  await backstage.conversation('Refund', { body: 'My card number is secret.' });
  await backstage.ask('POST', '/agents', { name: 'Bo', email: 'bo@shop.example', role: 'admin', password: PASSWORD });
  const ana = { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin', password: PASSWORD };
  await backstage.ask('POST', '/agents', ana);
  const attachmentsFolder = join(backstage.database, '../attachments');
  const center = await createCenter({ database: backstage.database, attachmentsFolder });
  onTestFinished(() => center.close());
  const proxy = await openLyingProxy(center.fetch);
  onTestFinished(proxy.close);
  const post = async (path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const url = `http://center/api/agent/v1${path}`;
    return center.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body ?? {}) }));
  };
  const answer = await post('/login', { email: ana.email, password: PASSWORD });
  const token = ((await answer.json()) as { data: { access_token: string } }).data.access_token;
  const start = (): Terminal =>
    openBuiltDesk(
      ['--url', proxy.url, '--link', 'fast'],
      { ...backstage.environment, FRONTDESK_TOKEN: token },
      { rows: 30 },
    );
  const first = start();
  await first.sees('card number');
  await quit(first);
  return { start, revoke: () => post('/logout', undefined, token) };
}

async function quit(desk: Terminal): Promise<void> {
  await desk.settled();
  desk.press('quit-now');
  await desk.exit();
}

test('after a 401 no start paints, lists or opens what was read, until its agent has signed in', async () => {
  const { start, revoke } = await open();
  await revoke();
  const desk = start();
  await desk.sees(COVERED);
  await desk.seesNot('Refund');
  await quit(desk);

  const next = start();
  await next.sees(COVERED);
  await next.sees('signed out');
  next.press('sign-in');
  await next.sees('Sign in to');
  expect(next.output()).not.toMatch(/Refund|card number/);
  next.press('1');
  await next.sees('Address that you sign in with');
  next.type('ana@shop.example');
  next.press('enter');
  await next.sees('Password of');
  next.type(PASSWORD);
  next.press('enter');
  await next.sees('Signed in as Ana Ortiz');
  next.press('esc');
  await next.sees('Refund');
  await quit(next);
});
