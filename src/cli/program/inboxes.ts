import type { Command } from 'commander';
import { addChangeFlags, addListingFlags, collect } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk inbox …`. */
export function addInboxes(inbox: Command, run: Run) {
  const { shell, done } = run;
  addListingFlags(inbox.command('list').description('list the inboxes')).action(async options => {
    const { listInboxes } = await import('../commands/administer/inboxes.ts');
    done(await listInboxes(shell, options));
  });
  const show = inbox.command('show').description('show inboxes: addresses, agents, settings').argument('<slug...>');
  addListingFlags(show).action(async (slugs, options) => {
    const { showInboxes } = await import('../commands/administer/inboxes.ts');
    done(await showInboxes(shell, slugs, options));
  });
  const create = inbox
    .command('create')
    .description('create an inbox')
    .argument('<name>')
    .option('--slug <new-slug>', 'its short name; without it: from its name')
    .option('--description <text>', 'what it is for')
    .option('--address <address>', 'its email address; may be repeated, the first is primary', collect)
    .option('--agent <email>', 'an agent who works in it; may be repeated', collect);
  addChangeFlags(create).action(async (name, options) => {
    const { createInbox } = await import('../commands/administer/inboxes.ts');
    done(await createInbox(shell, name, options));
  });
  const edit = inbox
    .command('edit')
    .description('change the name, the slug or the description of an inbox')
    .argument('<slug>')
    .option('--name <name>', 'its new name')
    .option('--slug <new-slug>', 'its new short name')
    .option('--description <text>', 'what it is for');
  addChangeFlags(edit).action(async (which, { name, slug, description, ...options }) => {
    const { editInbox } = await import('../commands/administer/inboxes.ts');
    done(await editInbox(shell, which, { ...options, to: { name, slug, description } }));
  });
  const remove = inbox
    .command('delete')
    .description('delete an inbox with its messages; its conversations stay')
    .argument('<slug>')
    .option('--yes', 'do not ask');
  addChangeFlags(remove).action(async (slug, options) => {
    const { deleteInbox } = await import('../commands/administer/inboxes.ts');
    done(await deleteInbox(shell, slug, options));
  });
  addAddresses(inbox.command('address').description('the email addresses of an inbox'), run);
}

function addAddresses(address: Command, { shell, done }: Run) {
  const list = address.command('list').description('list the addresses of an inbox').argument('<slug>');
  addListingFlags(list).action(async (slug, options) => {
    const { listAddresses } = await import('../commands/administer/addresses.ts');
    done(await listAddresses(shell, slug, options));
  });
  const add = address
    .command('add')
    .description('add addresses to an inbox')
    .argument('<slug>')
    .argument('<address...>')
    .option('--primary', 'answers come from the first of them');
  addChangeFlags(add).action(async (slug, addresses, options) => {
    const commands = await import('../commands/administer/addresses.ts');
    done(await commands.addAddresses(shell, slug, addresses, options));
  });
  const remove = address
    .command('remove')
    .description('remove addresses from an inbox')
    .argument('<slug>')
    .argument('<address...>');
  addChangeFlags(remove).action(async (slug, addresses, options) => {
    const { removeAddresses } = await import('../commands/administer/addresses.ts');
    done(await removeAddresses(shell, slug, addresses, options));
  });
}
