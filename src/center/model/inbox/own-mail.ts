import { isBlank } from '../../../contract/blank.ts';
import { ownMails } from '../../../contract/inbox-body.ts';
import { rowWith } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { primaryAddress } from './email.ts';

/** The mails of its own that an inbox has switched on. */
export function switchesOf(row: Row<'inbox'>) {
  return { send_autoresponse: row.send_autoresponse !== 0, send_rating_request: row.send_rating_request !== 0 };
}

/** Those that are switched on and cannot be sent. */
export function notCarriedOut(row: Row<'inbox'>, hasAddress: boolean) {
  const on = ownMails.map(([isOn]) => isOn).filter(isOn => row[isOn] !== 0);
  return hasAddress || on.length === 0 ? {} : { not_carried_out: on };
}

/** The default for a text that an inbox does not have: the switches need none. */
const GIVEN = {
  autoresponse_text: 'We have received your message, and will answer it.',
  rating_message: 'How did we do? Answer with a digit from 1 (bad) to 5 (good).',
} as const;

/** An inbox with its automatic texts, and their sender. */
export interface InboxVoice extends Row<'inbox'> {
  /** Null if it has no address to send from. */
  readonly address: string | null;
}

/** An inbox with its automatic texts, its own or the default ones. */
export async function inboxVoice(db: Db, id: number): Promise<InboxVoice> {
  const row = (await rowWith(db, 'inbox', { id }))!;
  const texts = Object.fromEntries(ownMails.map(([, text]) => [text, isBlank(row[text]) ? GIVEN[text] : row[text]]));
  return { ...row, ...texts, address: (await primaryAddress(db, id)) ?? null };
}
