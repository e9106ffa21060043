import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCenter } from '../../src/center/center.ts';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { each } from '../faults/fault.ts';
import { letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp } from '../harness/lmtp-client.ts';

/** A mail as it is in an mbox. */
function inMbox(text: string): string {
  return `From x Wed Jan  1 00:00:00 2025\n${text.replaceAll('\r\n', '\n')}\n`;
}

/** Writes an mbox; returns its path. */
export function writeMbox(folder: string, name: string, texts: readonly string[]): string {
  const path = join(folder, `${name}.mbox`);
  writeFileSync(path, texts.map(inMbox).join(''));
  return path;
}

/** Imports a file of this many mails into a new help center in this process. Returns the mails a second. */
export async function importRate(path: string, count: number): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const center = await createCenter({ database: join(place, 'center.db'), attachmentsFolder: join(place, 'files') });
  try {
    const start = performance.now();
    const { imported } = await importMail(center, [path]);
    if (imported !== count) throw new Error(`${imported} of ${count} mails were imported from ${path}`);
    return (count * 1_000) / (performance.now() - start);
  } finally {
    await center.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Sends mails by LMTP over this many connections. */
export async function sendLetters(
  port: number | string,
  mails: readonly (string | Uint8Array)[],
  connections: number,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openLmtp(port)));
  await each(mails.length, connections, async number => {
    const client = clients.pop()!;
    const data = lmtpData(mails[number]!);
    const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
    if (reply!.code !== 250) throw new Error(`letter ${number}: ${reply!.code} ${reply!.text}`);
    clients.push(client);
  });
  await Promise.all(clients.map(client => client.quit()));
}
