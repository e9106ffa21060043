import type { MailReader } from '../../intake/mail-reader.ts';
import type { ModelCenter } from '../../model/context.ts';
import type { Site } from './judge/verified.ts';

/** A help center that receives mail. */
export interface MailCenter extends ModelCenter {
  /** Takes the mails apart, in a thread. */
  readonly reader: MailReader;
  /** The site's own mail server; without it no mail is verified. */
  readonly site?: Site;
  /** Receives one line in words about each thing that an operator should know; `isNews`: nothing is wrong. */
  readonly log: (line: string, isNews?: boolean) => void;
}
