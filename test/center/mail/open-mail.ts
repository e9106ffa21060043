import { createMailReader } from '../../../src/center/intake/mail-reader.ts';
import type { MailCenter } from '../../../src/center/mail/in/mail-center.ts';
import { openIntake } from '../intake/open-intake.ts';

/** Starting a thread takes long: all tests of a process share one, which ends with it. */
const reader = createMailReader();

/** An empty help center that receives mail, closed with the test, and the lines that it logs. */
export async function openMail(): Promise<{ center: MailCenter; log: string[] }> {
  const { read, write, context } = await openIntake();
  const log: string[] = [];
  return { center: { read, write, context, reader, log: line => log.push(line) }, log };
}

/** A mail of these lines, as it comes over the wire. */
export function mailOf(...lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
