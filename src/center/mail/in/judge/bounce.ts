import type { Mail } from '../../../intake/mime/parse-mail.ts';
import { readMessageId } from '../../../model/message-id.ts';

/** A report about a mail that was sent from here, or about one of others. */
export interface Bounce {
  /** The message that was sent by that mail; undefined if the report names none of ours. */
  readonly messageId: number | undefined;
  /** Whether the mail was not delivered: a report may also tell of a delay, an arrival or a reading. */
  readonly hasFailed: boolean;
  readonly reason: string;
  /** The addresses that it says were not reached, if it names any. */
  readonly recipients: readonly string[];
}

/**
 * The report in a mail. Only one of our own signed Message-IDs shows that it is about ours: anybody can write a report.
 * What only looks like one is a mail as any other, unless it has no sender and names one of ours. An answering program
 * names none: what a mail answers does not count for it.
 */
export function bounceIn({ report }: Pick<Mail, 'report'>, hasNoSender: boolean, secret: string): Bounce | undefined {
  if (!report) return undefined;
  const signed = report.about.map(id => readMessageId(id, secret)).find(names => names !== undefined);
  const { isStandard, hasFailed, reason, recipients } = report;
  if (!isStandard && (!signed || !(hasNoSender || report.hasNoSender))) return undefined;
  return { messageId: signed?.messageId, hasFailed, reason, recipients };
}
