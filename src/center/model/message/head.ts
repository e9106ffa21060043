import { prepareInsert } from '../../database/prepare.ts';
import { rowWith } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { Work } from '../work.ts';

/** The parts of a mail that an answer to it takes over. */
export interface MailHead {
  readonly messageId: string | null;
  /** Without `Re:`. */
  readonly subject: string;
  /** Message-IDs without angle brackets, the oldest first. */
  readonly references: readonly string[];
  readonly inReplyTo: readonly string[];
}

/** Of a long thread the beginning and the end are enough for every mail program. */
const LAST_IDS = 19;
const SENDABLE = /^[!-;=?-~]{3,200}$/;

/** The Message-IDs that may stand in a mail of ours, each once: of many the first and the last ones. */
export function threadIds(ids: readonly string[]): string[] {
  const sendable = [...new Set(ids)].filter(id => SENDABLE.test(id));
  return sendable.length > LAST_IDS + 1 ? [sendable[0]!, ...sendable.slice(-LAST_IDS)] : sendable;
}

const insertHead = prepareInsert('message_head', ['message_id', 'message_key', 'subject', 'answers']);

/** Stores the parts of a message's mail that an answer needs. */
export async function keepHead(work: Work, id: number, { messageId, ...head }: MailHead): Promise<void> {
  const answers = threadIds([...head.references, ...head.inReplyTo.slice(0, 1)]);
  const [message_key = null] = messageId === null ? [] : threadIds([messageId]);
  await insertHead(work.db, { message_id: id, message_key, subject: head.subject, answers: answers.join(' ') });
}

/** The parts of this message that a continuing mail takes over; undefined if they were not recorded. */
export async function continued(db: Db, id: number) {
  const row = await rowWith(db, 'message_head', { message_id: id });
  return (
    row && {
      subject: `Re: ${row.subject}`,
      inReplyTo: row.message_key,
      references: threadIds([...row.answers.split(' '), row.message_key ?? '']),
    }
  );
}
