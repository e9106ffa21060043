import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { each } from '../faults/fault.ts';
import { letter, letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp } from '../harness/lmtp-client.ts';

/** A mail as it is in an mbox. */
export function inMbox(text: string): string {
  return `From x Wed Jan  1 00:00:00 2025\n${text.replaceAll('\r\n', '\n')}\n`;
}

/** Writes an mbox; returns its path. */
export function writeMbox(folder: string, name: string, texts: readonly string[]): string {
  const path = join(folder, `${name}.mbox`);
  writeFileSync(path, texts.map(inMbox).join(''));
  return path;
}

/** Mails a second, by the clock and by the time of the processor. */
export interface Rates {
  readonly clock: number;
  readonly processor: number;
}

/** Imports so many mails into a new help center in this process. */
export async function importRates(path: string, count: number): Promise<Rates> {
  const place = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const center = await createCenter({ database: join(place, 'center.db'), attachmentsFolder: join(place, 'files') });
  try {
    const [start, before] = [performance.now(), process.cpuUsage()];
    const { imported } = await importMail(center, [path]);
    const [ms, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
    if (imported !== count) throw new Error(`${imported} of ${count} mails were imported from ${path}`);
    return { clock: (count * 1_000) / ms, processor: (count * 1_000_000) / (user + system) };
  } finally {
    await center.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Sends letters, or mails of the same numbers, by LMTP over so many connections. */
export async function sendLetters(
  port: number | string,
  count: number,
  connections: number,
  { pauseMs = 0, mailAt = letter }: { pauseMs?: number; mailAt?: (number: number) => string | Uint8Array } = {},
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openLmtp(port)));
  await each(count, connections, async number => {
    const client = clients.pop()!;
    const data = lmtpData(mailAt(number));
    const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
    if (reply!.code !== 250) throw new Error(`letter ${number}: ${reply!.code} ${reply!.text}`);
    clients.push(client);
    if (pauseMs > 0) await sleep(pauseMs);
  });
  await Promise.all(clients.map(client => client.quit()));
}
