import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { checkMailbox } from '../../../src/center/mail/in/check-mailbox.ts';
import { beginMailbox } from '../../../src/center/model/mailbox.ts';
import { NO_CONVERSATION } from '../../../src/center/model/work.ts';
import { createCenter } from '../../harness/center.ts';
import { startDovecot } from '../../harness/dovecot.ts';
import { launcher } from '../../harness/launcher.ts';
import { whyNoMailServer } from '../../harness/mail-servers.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

const DAY_MS = 24 * 3_600_000;
const MAILS = 600;

function mailOf(subject: string, at: number): string {
  const head = [`From: <${subject}@customer.example>`, 'To: help@shop.example', `Message-ID: <${subject}@x>`];
  return [...head, `Subject: ${subject}`, `Date: ${new Date(at).toUTCString()}`, '', 'Text', ''].join('\r\n');
}

/** A real mailbox with mail of the last 14 days and from before, and a help center in a folder that it was set up for. */
async function openSetUp() {
  const folder = temporaryFolder();
  const dovecot = await startDovecot(folder);
  onTestFinished(() => dovecot.stop());
  const put = (subject: string, at: number) => dovecot.put(subject, mailOf(subject, at), at);
  for (let each = 0; each < 5; each += 1) put(`old-${each}`, Date.now() - (20 + each) * DAY_MS);
  for (let each = 0; each < MAILS; each += 1) put(`recent-${each}`, Date.now() - (each % 13) * DAY_MS);
  const database = join(folder, 'center.db');
  const url = `imap://${encodeURIComponent(dovecot.user)}@127.0.0.1:${dovecot.port}`;
  const passwordFile = join(folder, 'password');
  const config = join(folder, 'config.toml');
  writeFileSync(passwordFile, dovecot.password, { mode: 0o600 });
  const mailbox = `[[mail.mailbox]]\nurl = "${url}"\npassword_file = "password"\n`;
  writeFileSync(config, `[mail]\ndatabase = "center.db"\n${mailbox}`);
  const { name, begins } = await checkMailbox({ url, passwordFile }, { now: Date.now(), days: 14 });
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  await center.write(work => beginMailbox(work, name, begins!.recent!.place, true), NO_CONVERSATION);
  await center.close();
  const serve = () => {
    const args = [launcher, 'serve', '--port', '0', '--database', database];
    const server = spawn(process.execPath, args, { env: { ...deskEnvironment(folder), FRONTDESK_CONFIG: config } });
    onTestFinished(() => void server.kill('SIGKILL'));
    return async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    };
  };
  const rows = (query: string) => {
    const file = new DatabaseSync(database, { readOnly: true });
    try {
      return file.prepare(query).all() as Record<string, unknown>[];
    } finally {
      file.close();
    }
  };
  return { begins: begins!, put, serve, rows };
}

test(
  'the mail of the last 14 days comes from a Dovecot once, whenever the help center is killed',
  skippedFor(whyNoMailServer('dovecot')),
  async () => {
    const { begins, put, serve, rows } = await openSetUp();
    expect([begins.recent!.mails, begins.recent!.place.older]).toEqual([MAILS, 5]);
    const count = () => Number(rows('select count(*) n from message')[0]!.n);
    put('between', Date.now());
    for (const share of [0.1, 0.4, 0.7]) {
      const kill = serve();
      await expect.poll(count, { interval: 5 }).toBeGreaterThan(share * MAILS);
      await kill();
    }
    serve();
    await expect.poll(() => rows("select title from conversation where title = 'between'")).toHaveLength(1);
    const titles = rows('select title from conversation').map(({ title }) => title);
    expect(titles).toHaveLength(MAILS + 1);
    expect(new Set(titles).size).toBe(MAILS + 1);
    expect(titles.filter(title => String(title).startsWith('old'))).toEqual([]);
    const written = rows('select changes from event_log').flatMap(({ changes }) => JSON.parse(String(changes)).written);
    expect(written.filter(Boolean)).toHaveLength(1);
  },
);
