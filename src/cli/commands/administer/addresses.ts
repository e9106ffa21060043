import type { Inbox } from '../../../client/model.ts';
import { InboxEmail } from '../../../contract/inbox-answer.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { onResource, requireByName, rowNamed } from './resource.ts';

type Address = Inbox['emails'][number];

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: Address) => t`${id}`, side: 'right' },
  { head: t`EMAIL`, cell: ({ email }: Address) => email, grows: true },
  { head: t`STATUS`, cell: ({ status }: Address) => safeLine(status ?? '') },
] as const;

/** `frontdesk inbox address list`: the addresses of an inbox. */
export function listAddresses(shell: Shell, slug: string, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, ['inbox', InboxEmail], async ({ client, output }) => {
    const { emails: rows } = await rowNamed(client, 'inbox', slug);
    return printRows(output, { rows, columns: COLUMNS, empty: t`The inbox has no address.` });
  });
}

/** `frontdesk inbox address add`: mail to these addresses comes into the inbox from then on. */
export function addAddresses(
  shell: Shell,
  slug: string,
  emails: readonly string[],
  flags: FlagsOf<'inbox address add'>,
): Promise<number> {
  return onResource(shell, flags, ['inbox', InboxEmail], async ({ client, carryOut }) => {
    const { id: inbox_id, name } = await rowNamed(client, 'inbox', slug);
    const steps = emails.map((email, at) => {
      const body = { email, ...(flags.primary && at === 0 && { status: 'primary' as const }) };
      const run = () => client.inbox.addEmail({ params: { inbox_id }, body });
      return { what: t`Address ${safeLine(email)}`, done: t`added to the inbox ${name}`, row: body, run };
    });
    return carryOut(steps);
  });
}

/** `frontdesk inbox address remove`: if one of them was primary, the oldest other one becomes it. */
export function removeAddresses(shell: Shell, slug: string, emails: readonly string[], flags: ChangingFlags) {
  return onResource(shell, flags, ['inbox', InboxEmail], async ({ client, carryOut }) => {
    const { id: inbox_id, name, emails: known } = await rowNamed(client, 'inbox', slug);
    const steps = emails.map(email => {
      const row = requireByName(known, email, one => one.email, 'The inbox has no address');
      const run = () => client.inbox.removeEmail({ params: { inbox_id, email_id: row.id } });
      return { what: t`Address ${row.email}`, done: t`removed from the inbox ${name}`, row, run };
    });
    return carryOut(steps);
  });
}
