import type { Command } from 'commander';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, wholeNumber } from './shared-flags.ts';

/** `frontdesk contacts …`. */
export function addContacts(contacts: Command, { runs }: Run) {
  const list = contacts
    .command('list')
    .description('list contacts')
    .argument('[words...]', 'words in their name or address; without it: all')
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
    .description('change the name, the address or the note of a contact')
    .argument('<id>')
    .option('--name <name>', 'the new name')
    .option('--address <address>', 'the new email address')
    .option('--note <text>', 'the team’s note about them; empty: no note');
  runs(addChangeFlags(edit), async () => (await import('../commands/administer/contacts.ts')).editContact);
  const erase = contacts
    .command('erase')
    .description('erase all that is kept of a person; only an admin can')
    .argument('<who>', 'their email address, or the number of the contact')
    .option('--yes', 'do not ask');
  runs(addChangeFlags(erase), async () => (await import('../commands/administer/erase.ts')).eraseContact);
  const exporting = contacts
    .command('export')
    .description('write all that is kept of a person to a folder')
    .argument('<who>', 'their email address, or the number of the contact')
    .requiredOption('--to <folder>', 'a new folder');
  runs(
    addListingFlags(exporting),
    async () => (await import('../commands/administer/export-contact.ts')).exportContact,
  );
}
