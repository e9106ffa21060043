import type { ExportedMail } from './mails.ts';

const LINE_FEED = 10;

/** `Mon Mar  3 10:00:00 2025`, as asctime(3) writes it. */
function asctime(at: number): string {
  const [day, date, month, year, time] = new Date(at).toUTCString().replace(',', '').split(' ') as string[];
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`;
}

/** Lines that a reader would take for the beginning of a mail get one `>` more, which it takes away (mboxrd). */
function quoted(bytes: Buffer): Buffer {
  if (!bytes.includes('From ')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/^>*From /gm, '>$&'), 'latin1');
}

/** A mail in the form of mbox. */
export function inMbox({ bytes, at }: ExportedMail): Buffer {
  const end = bytes.at(-1) === LINE_FEED ? '\n' : '\n\n';
  return Buffer.concat([Buffer.from(`From frontdesk ${asctime(at)}\n`), quoted(bytes), Buffer.from(end)]);
}
