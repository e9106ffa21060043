import type { MailCenter } from '../../../src/center/mail/in/mail-center.ts';
import { openIntake, readHere } from '../intake/open-intake.ts';

/** An empty help center that receives mail, closed with the test, and the lines that it logs. */
export async function openMail(): Promise<{ center: MailCenter; log: string[] }> {
  const { read, write, context } = await openIntake();
  const log: string[] = [];
  return { center: { read, write, context, reader: readHere, log: line => log.push(line) }, log };
}

/** A mail of these lines, as it comes over the wire. */
export function mailOf(...lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
