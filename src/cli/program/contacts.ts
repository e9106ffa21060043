import type { Command } from 'commander';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, wholeNumber } from './shared-flags.ts';

/** `frontdesk contacts …`. */
export function addContacts(contacts: Command, { runs }: Run) {
  const list = contacts
    .command('list')
    .description('list contacts')
    .argument('[words...]', 'what their name or address contains; without it: all')
    .option('--limit <n>', 'the most that are listed; without it: all', wholeNumber(1, 1_000_000_000));
  runs(addListingFlags(list), async () => (await import('../commands/administer/contacts.ts')).listContacts);
  const show = contacts
    .command('show')
    .description('show contacts')
    .argument('<id...>', 'numbers; - reads them from standard input');
  runs(addListingFlags(show), async () => (await import('../commands/administer/contacts.ts')).showContacts);
  const create = contacts
    .command('create')
    .description('create a contact')
    .argument('<name>')
    .argument('<address>', 'their email address');
  runs(addChangeFlags(create), async () => (await import('../commands/administer/contacts.ts')).createContact);
  const edit = contacts
    .command('edit')
    .description('change the name or the address of a contact')
    .argument('<id>')
    .option('--name <name>', 'the new name')
    .option('--address <address>', 'the new email address');
  runs(addChangeFlags(edit), async () => (await import('../commands/administer/contacts.ts')).editContact);
}
