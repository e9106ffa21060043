import type { MailReader } from '../../intake/mail-reader.ts';
import type { ModelCenter } from '../../model/context.ts';
import type { Keys } from './keys.ts';

/** A help center that receives mail. */
export interface MailCenter extends ModelCenter {
  /** Takes the mails apart, in a thread. */
  readonly reader: MailReader;
  /** The keys of signatures; without them no mail is verified by one. */
  readonly keys?: Keys;
  /** Receives one line in words about each thing that an operator should know; `isNews`: nothing is wrong. */
  readonly log: (line: string, isNews?: boolean) => void;
}
