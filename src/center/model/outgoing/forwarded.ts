import { safeLine } from '../../../text/safe.ts';
import { rowWith } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { readMessage } from '../message/list.ts';

/** A message that is forwarded: its subject, without `Re:`, its text between a head and a foot, and its files. */
export interface Forwarded {
  readonly id: number;
  readonly subject: string | null;
  readonly text: string;
  readonly attachmentIds: readonly number[];
  /** Its own mail can still be taken back. */
  readonly isHeld: boolean;
}

interface Person {
  readonly name: string;
  readonly email: string | null;
}

function personLine({ name, email }: Person): string {
  return email === null ? name : name === '' || name === email ? email : `${name} <${email}>`;
}

/** A message as it is forwarded; undefined if the conversation has no such message, or the service wrote it. */
export async function readForwarded(db: Db, conversationId: number, id: number): Promise<Forwarded | undefined> {
  const message = await readMessage(db, conversationId, id);
  if (!message || message.kind === 'system') return undefined;
  const kept = await rowWith(db, 'message_head', { message_id: id });
  const subject = kept?.subject ?? null;
  const head = [
    ['From', personLine(message.author)],
    ['Date', `${message.created_at.replace('T', ' ').slice(0, 16)} UTC`],
    ['Subject', subject ?? ''],
    ['To', message.to.map(personLine).join(', ')],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${safeLine(value!)}`]));
  const text = [
    '---------- Forwarded message ----------',
    ...head,
    '',
    message.body_text.trimEnd(),
    '',
    '---------- End of the forwarded message ----------',
  ].join('\n');
  return {
    id,
    subject,
    text,
    attachmentIds: message.attachments.map(file => file.id),
    isHeld: message.delivery?.state === 'held',
  };
}
