import type { Command } from 'commander';
import { addChangeFlags, addListingFlags } from './change-flags.ts';
import type { Run } from './run.ts';
import { wholeNumber } from './whole-number.ts';

/** `frontdesk contacts …`. */
export function addContacts(contacts: Command, { shell, done }: Run) {
  const list = contacts
    .command('list')
    .description('list contacts')
    .argument('[words...]', 'what their name or address contains; without it: all')
    .option('--limit <n>', 'the most that are listed; without it: all', wholeNumber(1, 1_000_000_000));
  addListingFlags(list).action(async (words, options) => {
    const { listContacts } = await import('../commands/administer/contacts.ts');
    done(await listContacts(shell, words, options));
  });
  const show = contacts
    .command('show')
    .description('show contacts')
    .argument('<id...>', 'numbers; - reads them from standard input');
  addListingFlags(show).action(async (ids, options) => {
    const { showContacts } = await import('../commands/administer/contacts.ts');
    done(await showContacts(shell, ids, options));
  });
  const create = contacts
    .command('create')
    .description('create a contact')
    .argument('<name>')
    .argument('<address>', 'their email address');
  addChangeFlags(create).action(async (name, address, options) => {
    const { createContact } = await import('../commands/administer/contacts.ts');
    done(await createContact(shell, name, address, options));
  });
  const edit = contacts
    .command('edit')
    .description('change the name or the address of a contact')
    .argument('<id>')
    .option('--name <name>', 'the new name')
    .option('--address <address>', 'the new email address');
  addChangeFlags(edit).action(async (id, { name, address: email, ...options }) => {
    const { editContact } = await import('../commands/administer/contacts.ts');
    done(await editContact(shell, id, { ...options, to: { name, email } }));
  });
}
