import { isBlank } from '../../../contract/blank.ts';
import { ownMails } from '../../../contract/inbox-body.ts';
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

/** The automatic texts of an inbox, and their sender. */
export interface InboxVoice
  extends Pick<
    Row<'inbox'>,
    'id' | 'name' | 'kind' | 'send_autoresponse' | 'autoresponse_text' | 'send_rating_request' | 'rating_message'
  > {
  /** Null if it has no address to send from. */
  readonly address: string | null;
}

/** The automatic texts of an inbox, its own or the default ones. */
export async function inboxVoice(db: Db, id: number): Promise<InboxVoice> {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'name', 'kind', 'send_autoresponse', 'autoresponse_text', 'send_rating_request', 'rating_message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const texts = Object.fromEntries(ownMails.map(([, text]) => [text, isBlank(row[text]) ? GIVEN[text] : row[text]]));
  return { ...row, ...texts, address: (await primaryAddress(db, id)) ?? null };
}
