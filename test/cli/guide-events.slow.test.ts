import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMailDesk } from '../center/handlers/deliver.ts';
import { textIn } from '../harness/guides.ts';
import { launcher } from '../harness/launcher.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';
import { servedCenter } from './served-center.ts';

const GUIDE = textIn('docs/events.md');
/** The scripts of the guide by their names. */
const scripts = [...GUIDE.matchAll(/^```sh\n([\s\S]*?# (\S+\.sh)[\s\S]*?)^```$/gm)];

/** The guide's command line with these words. */
function commandOf(words: string): string {
  return GUIDE.split('\n').find(line => line.startsWith('frontdesk') && line.includes(words))!;
}

/** The scripts need both. */
const missing = ['curl', 'jq'].filter(name => spawnSync(name, ['--version']).error !== undefined);
const scripted = skippedFor(missing.length > 0 ? `${missing.join(' and ')} is not on this machine` : undefined);

/** Takes what is posted; the first one is refused, as by a chat that is away. */
async function webhook() {
  const posted: { key: string | undefined; body: Record<string, string> }[] = [];
  let isAway = true;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (!isAway) posted.push({ key: request.headers['idempotency-key'] as string, body: JSON.parse(text) });
    response.writeHead(isAway ? 503 : 200).end('{"number":"BUG-7"}');
    isAway = false;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { posted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** A folder with the scripts of the guide, in which commands see `frontdesk` and the help center. */
async function open() {
  const desk = await openMailDesk();
  const { url, tokens } = await servedCenter(desk);
  const folder = temporaryFolder();
  const hook = await webhook();
  const file = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
  };
  for (const [, text, name] of scripts) file(name!, text!, 0o755);
  for (const name of ['chat-url', 'tracker-url']) file(name, hook.url);
  file('token', tokens.admin);
  file('config.toml', `url = "${url}"\ntoken_file = "${folder}/token"\n`);
  mkdirSync(join(folder, 'bin'));
  file('bin/frontdesk', `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, 0o755);
  const env = deskEnvironment(folder, { FRONTDESK_CONFIG: join(folder, 'config.toml') });
  env.PATH = `${join(folder, 'bin')}:${env.PATH}`;
  const shell = (line: string) =>
    runShell(['-c', `cd '${folder}' && ${line}`], { env, node: '/bin/sh', launcher: '-e' }).then(({ code, stderr }) => {
      expect([code, stderr.replace(/^.*Trying again in 1 s\.\n/, '')], line).toEqual([0, '']);
      return stderr;
    });
  const events = (line: string) => shell(line.replace('--follow ', ''));
  return { desk, hook, shell, events, cursor: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

test('the guide has three scripts', () => {
  expect(scripts.map(([, , name]) => name)).toEqual(['tell-chat.sh', 'open-ticket.sh', 'send-numbers.sh']);
});

test('a VIP’s new conversation is told in the chat, also if that is away for a moment', scripted, async () => {
  const { desk, hook, events } = await open();
  const line = commandOf('from:bank.example');
  await events(line);
  const mail = (from: string, subject: string) =>
    desk.mail([`From: ${from}`, 'To: support@shop.example', `Subject: ${subject}`]);
  await mail('Zoe Quinn <zoe@there.example>', 'Not so important');
  await mail('Max Rich <max@bank.example>', `My "card" $(touch owned)`);
  expect(await events(line)).toContain('Trying again in 1 s.');
  const text = 'Max Rich wrote: My "card" $(touch owned) (#3)';
  expect(hook.posted.map(({ body }) => body)).toEqual([{ text }]);
});

test('a tag opens a ticket in another system once, and a note names it', scripted, async () => {
  const { desk, hook, events } = await open();
  const line = commandOf('--exec ./open-ticket.sh');
  await events(line);
  const path = `/conversations/${desk.conversation}`;
  for (const name of ['bug', 'other']) await desk.call('POST', `${path}/tags`, { body: { name } });
  await events(line);
  await events(line);
  expect(hook.posted).toEqual([
    { key: expect.stringMatching(/^\d+$/), body: { title: 'My parcel', customer: 'zoe@there.example' } },
  ]);
  const notes = (await desk.call('GET', `${path}/notes`)).body.data;
  expect(notes.map((one: { details: string }) => one.details)).toEqual(['Ticket BUG-7']);
});

test('the numbers of yesterday are sent', scripted, async () => {
  const { hook, shell } = await open();
  await shell('curl -s "$(cat chat-url)" --json 1; ./send-numbers.sh');
  expect(hook.posted[0]!.body.text).toMatch(/^name,came,answered,/);
});
