import { missingTexts, type OwnMailSettings, ownMails } from '../../../contract/inbox-body.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Fault } from '../problem.ts';
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

/** Refuses a switch without a text. What a request does not name stays as it is, right or wrong. */
export function ownMailFaults(
  given: OwnMailSettings,
  before: Row<'inbox'> | undefined,
  wrong: ReadonlySet<string>,
): readonly Fault[] {
  const named = ownMails.filter(pair => pair.some(name => given[name] !== undefined) && !pair.some(n => wrong.has(n)));
  const texts = new Set<string>(named.map(([, text]) => text));
  return missingTexts({ ...(before && { ...before, ...switchesOf(before) }), ...given }).filter(([text]) =>
    texts.has(text),
  );
}

/** What an inbox says by itself, and from where. */
export interface InboxVoice
  extends Pick<
    Row<'inbox'>,
    'id' | 'name' | 'kind' | 'send_autoresponse' | 'autoresponse_text' | 'send_rating_request' | 'rating_message'
  > {
  /** Null if it has no address to send from. */
  readonly address: string | null;
}

/** What an inbox says by itself. */
export async function inboxVoice(db: Db, id: number): Promise<InboxVoice> {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'name', 'kind', 'send_autoresponse', 'autoresponse_text', 'send_rating_request', 'rating_message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, address: (await primaryAddress(db, id)) ?? null };
}
