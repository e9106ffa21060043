import type { Contact } from '../../../client/model.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { readIds } from '../../output/ids.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { namedContact } from './erase.ts';
import { changedFields, eachRow, onResource } from './resource.ts';

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: Contact) => t`${id}`, side: 'right' },
  { head: t`NAME`, cell: ({ name }: Contact) => name, grows: true },
  { head: t`EMAIL`, cell: ({ email }: Contact) => email ?? t`` },
] as const;

/** `frontdesk contacts list`: those whose name or address contains all the words; all without words. */
export function printContacts(
  shell: Shell,
  words: readonly string[],
  flags: FlagsOf<'contacts list'>,
): Promise<number> {
  const query = words.length === 0 ? {} : { q: words.join(' ') };
  return onResource(shell, flags, 'contact', ({ client, output }) => {
    const rows = eachRow(client, 'contact', query, flags.limit);
    return printRows(output, { rows, columns: COLUMNS, empty: t`No contact matches.` });
  });
}

/** `frontdesk contacts show`: some contacts by their ids. */
export function showContacts(shell: Shell, words: readonly string[], flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'contact', async ({ client, output }) => {
    const rows: Contact[] = [];
    for (const contact_id of await readIds(shell, words))
      rows.push((await client.contact.get({ params: { contact_id } })).data);
    return printRows(output, { rows, columns: COLUMNS });
  });
}

/** `frontdesk contacts create`: a customer who has not written yet. */
export function createContactCommand(shell: Shell, name: string, email: string, flags: ChangingFlags): Promise<number> {
  return onResource(shell, flags, 'contact', ({ client, carryOut }) => {
    const row = { name, email };
    const what = t`Contact ${safeLine(name)} <${safeLine(email)}>`;
    return carryOut([{ what, done: t`created`, row, run: () => client.contact.create({ body: row }) }]);
  });
}

/** `frontdesk contacts edit`: changes only the fields given as flags. */
export function editContact(shell: Shell, word: string, flags: FlagsOf<'contacts edit'>): Promise<number> {
  return onResource(shell, flags, 'contact', async ({ client, carryOut }) => {
    const changes = changedFields({
      name: flags.name,
      email: flags.address,
      note: flags.note === '' ? null : flags.note,
    });
    const [contact_id = 0] = await readIds(shell, [word]);
    const { data } = await client.contact.get({ params: { contact_id } });
    const body = { ...changes, ...(flags.note !== undefined && { note_version: data.note?.version ?? 0 }) };
    const [what, row] = [t`Contact ${namedContact(data)}`, { ...data, ...changes }];
    const run = () => client.contact.update({ params: { contact_id }, body });
    return carryOut([{ what, done: t`changed`, row, run }]);
  });
}
