import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { mailboxOf, relayOf, startMailServing } from '../faults/mail-serving.ts';
import { apiKey, homeOf } from '../faults/serving.ts';
import type { TestDatabase } from '../faults/test-database.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { signByFrom, usualRecord } from '../harness/dkim.ts';
import { openGate } from '../harness/gate.ts';
import { textIn } from '../harness/guides.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { launcher } from '../harness/launcher.ts';
import { openTextServer } from '../harness/name-server.ts';
import { openTerminal } from '../harness/pty.ts';
import { openRelay } from '../harness/relay.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const PASSWORD = 'seven blue lanterns';

/** A machine for a help center: its folder, and where its database is. */
function machine(kind: TestDatabase['kind'], location?: string) {
  const folder = temporaryFolder();
  const own = join(homeOf(folder), 'data', 'frontdesk', 'center.db');
  return {
    kind,
    folder,
    location: location ?? own,
    env: deskEnvironment(homeOf(folder)),
  } as unknown as TestDatabase & {
    readonly env: Record<string, string>;
  };
}

/** The command of the guide's line for cron, with another folder for the backups. */
function cronCommand(folder: string): string {
  const [line] = /^15 3 \* \* \* .*$/m.exec(textIn('src/center/README.md'))!;
  return line!.replace('15 3 * * * ', '').replace('/mnt/backup/frontdesk', folder);
}

/** A team on SQLite whose mail comes from a mailbox, at an address that outlives its machine. */
async function open() {
  const [imap, relay] = [await openImapServer(), await openRelay()];
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  const dns = await openTextServer(() => [usualRecord]);
  const mail = { mailboxes: [mailboxOf(imap)], keys: { relay: relayOf(relay), dns: dns.at } };
  const start = async (there: TestDatabase) => {
    const serving = await startMailServing(there, there.folder, mail);
    onTestFinished(() => serving.kill());
    return serving;
  };
  const first = machine('sqlite');
  mkdirSync(join(first.location, '..'), { recursive: true });
  const serving = await start(first);
  const gate = await openGate(serving.url);
  onTestFinished(() => gate.shut());
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${gate.url}/api/agent/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return ((await response.json()) as { data: T }).data;
  };
  for (const name of ['Ana', 'Ben'])
    await ask('POST', '/agents', { name, email: `${name}@shop.example`, role: 'admin', password: PASSWORD });
  const titles = async () =>
    (await ask<{ title: string }[]>('GET', '/conversations?archived=any')).map(one => one.title);
  const write = (name: string, subject: string, text: string) => {
    const address = `${name.toLowerCase()}@customer.example`;
    const head = [
      `From: ${name} <${address}>`,
      'To: agent@shop.example',
      `Subject: ${subject}`,
      `Message-ID: <${subject.replaceAll(' ', '.')}@customer.example>`,
      `Date: ${new Date().toUTCString()}`,
    ];
    imap.inbox.deliver(signByFrom(Buffer.from([...head, '', text, ''].join('\r\n'))), Date.now());
  };
  const login = async (email: string) => {
    const env = deskEnvironment(temporaryFolder());
    expect(await runShell(['login', gate.url], { env, input: `${email}\n${PASSWORD}\n` })).toMatchObject({ code: 0 });
    return env;
  };
  const desk = async (env: Record<string, string>) => {
    const args = [launcher, '--link', 'fast'];
    const opened = openTerminal({ command: process.execPath, args, env, columns: 120, rows: 36 });
    await opened.sees('Unresolved', { within: 20_000 });
    return opened;
  };
  return { imap, relay, first, serving, gate, start, ask, titles, write, login, desk };
}

describe('a help center whose machine burns', skippedFor(whyNoPostgres()), () => {
  test('goes on from its nightly backup on PostgreSQL: desks ask, and the erased customer stays away', {
    timeout: 180_000,
  }, async () => {
    const { imap, relay, first, serving, gate, start, ask, titles, write, login, desk } = await open();
    await expect.poll(() => ask<unknown[]>('GET', '/inboxes')).not.toEqual([]);
    write('Cora', 'Where is my parcel', 'It should be here by now.');
    write('Zoe', 'Please forget me', 'My lamp hums at night.');
    write('Dan', 'Broken lamp', 'The shade is cracked.');
    await expect.poll(titles).toHaveLength(3);
    const anas = await login('Ana@shop.example');
    const ana = await desk(anas);
    await ana.sees('Where is my parcel');

    // The night: cron runs the line of the guide.
    const backups = join(temporaryFolder(), 'backups');
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'frontdesk'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, {
      mode: 0o755,
    });
    const night = openTerminal({
      command: '/bin/sh',
      args: ['-c', cronCommand(backups)],
      env: { ...first.env, PATH: `${bin}:${process.env.PATH}` },
    });
    expect(await night.exit({ within: 30_000 })).toMatchObject({ exitCode: 0 });

    // The day after: an agent signs in, a customer is erased, another one writes again. Then there is no machine.
    const ben = await desk(await login('Ben@shop.example'));
    const erasing = await runShell(['contacts', 'erase', 'zoe@customer.example', '--yes'], { env: anas });
    expect(erasing).toMatchObject({ code: 0 });
    expect(await titles()).not.toContain('Please forget me');
    write('Dan', 'Still broken', 'And the switch too.');
    await ana.sees('1 new above', { within: 20_000 });
    ana.press('cursor.top');
    await ana.sees('Still broken');
    await serving.kill();
    await gate.shut();
    rmSync(first.folder, { recursive: true });

    // The team does not stop: a conversation is archived, and an answer to another one is begun.
    ana.press('cursor.down');
    await ana.sees('#3 Broken lamp');
    ana.press('conversation.reply');
    await ana.sees('Send');
    ana.type('A new lamp is on its way.');
    await ana.sees('on its way.');
    ana.press('esc');
    ana.press('cursor.bottom');
    await ana.sees('#1 Where is my parcel');
    ana.press('conversation.archive');
    await ana.sees('1 change is kept', { within: 20_000 });

    // Another machine, with another kind of database.
    expect(readFileSync(join(backups, 'erasures.ndjson'), 'utf8')).not.toContain('zoe');
    const second = machine('postgres', await newPostgresDatabase());
    const run = (...args: string[]) => runShell([...args, '--database', second.location], { env: second.env });
    expect(await run('restore', backups)).toMatchObject({ code: 0 });
    await gate.open((await start(second)).url);
    await ana.sees('restored from a backup. Not sent without your word: 1 change, 1 draft.', { within: 60_000 });
    await ben.sees('gs signs in', { within: 60_000 });
    ben.press('sign-in');
    await ben.sees('Sign in to');
    ben.press('1');
    await ben.sees('Password of');
    ben.type(PASSWORD);
    await ben.sees('*'.repeat(PASSWORD.length));
    ben.press('enter');
    await ben.sees('Signed in as Ben');
    expect(await titles()).toEqual(['Broken lamp', 'Where is my parcel']);

    // What Ana did meanwhile asks: her change, and her answer, whose number may be another conversation's.
    ana.press('activity');
    await ana.sees('Archived #1 · made before the restore, asks');
    ana.press('enter');
    await ana.sees('Made before the restore');
    expect(await ask('GET', '/conversations/1')).toMatchObject({ archived: false });
    ana.press('2');
    await expect.poll(() => ask('GET', '/conversations/1')).toMatchObject({ archived: true });
    ana.press('esc');
    await ana.seesNot('Outbox and activity');
    ana.press('conversation.reply');
    await ana.sees('No reply: mail is paused');

    // Mail goes on, and the mailbox is read again from its beginning: what came after the backup is there once.
    expect(relay.taken).toHaveLength(0);
    expect((await run('mail', 'queue', 'resume')).code).toBe(0);
    imap.inbox.renumber();
    imap.cut();
    await expect.poll(titles).toEqual(['Still broken', 'Broken lamp', 'Where is my parcel']);
    expect(await ask<unknown[]>('GET', '/contacts?q=zoe')).toEqual([]);

    // The answer that was begun before waits until its number was looked at.
    await ana.sees('1 new above', { within: 30_000 });
    ana.press('conversation.reply');
    await ana.sees('‹for #3 before the restore›');
    ana.press('ctrl-d');
    await ana.sees('Look whether this is still the same conversation');
    ana.press('up', 'end', 'ctrl-u');
    await ana.seesNot('│ ‹for #3');
    ana.press('down', 'end', 'ctrl-d');
    await expect.poll(() => relay.taken.length).toBe(1);
    expect(relay.taken[0]!.to).toEqual(['dan@customer.example']);
  });
});
