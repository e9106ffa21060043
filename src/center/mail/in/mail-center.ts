import type { MailReader } from '../../intake/mail-reader.ts';
import type { ModelCenter } from '../../model/context.ts';

/** A help center that receives mail. */
export interface MailCenter extends ModelCenter {
  /** Takes the mails apart, in a thread. */
  readonly reader: MailReader;
  /** The name by which the site's own mail server signs its `Authentication-Results`. */
  readonly authservId?: string;
  /** Receives one line in words about each thing that an operator should know. */
  readonly log: (line: string) => void;
}
