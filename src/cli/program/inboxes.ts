import type { Command } from 'commander';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, collect } from './shared-flags.ts';

/** `frontdesk inbox …`. */
export function addInboxes(inbox: Command, run: Run) {
  const { runs } = run;
  const list = inbox.command('list').description('list the inboxes');
  runs(addListingFlags(list), async () => (await import('../commands/administer/inboxes.ts')).listInboxes);
  const show = inbox.command('show').description('show inboxes: addresses, agents, settings').argument('<slug...>');
  runs(addListingFlags(show), async () => (await import('../commands/administer/inboxes.ts')).showInboxes);
  const create = inbox
    .command('create')
    .description('create an inbox')
    .argument('<name>')
    .option('--slug <new-slug>', 'its short name; without it: from its name')
    .option('--description <text>', 'what it is for')
    .option('--address <address>', 'its email address; may be repeated, the first is primary', collect)
    .option('--agent <email>', 'an agent who works in it; may be repeated', collect);
  runs(addChangeFlags(create), async () => (await import('../commands/administer/inboxes.ts')).createInbox);
  const edit = inbox
    .command('edit')
    .description('change the name, the slug or the description of an inbox')
    .argument('<slug>')
    .option('--name <name>', 'its new name')
    .option('--slug <new-slug>', 'its new short name')
    .option('--description <text>', 'what it is for');
  runs(addChangeFlags(edit), async () => (await import('../commands/administer/inboxes.ts')).editInbox);
  const remove = inbox
    .command('delete')
    .description('delete an inbox with its messages; its conversations stay')
    .argument('<slug>')
    .option('--yes', 'do not ask');
  runs(addChangeFlags(remove), async () => (await import('../commands/administer/inboxes.ts')).deleteInbox);
  addAddresses(inbox.command('address').description('the email addresses of an inbox'), run);
}

function addAddresses(address: Command, { runs }: Run) {
  const list = address.command('list').description('list the addresses of an inbox').argument('<slug>');
  runs(addListingFlags(list), async () => (await import('../commands/administer/addresses.ts')).listAddresses);
  const add = address
    .command('add')
    .description('add addresses to an inbox')
    .argument('<slug>')
    .argument('<address...>')
    .option('--primary', 'answers come from the first of them');
  runs(addChangeFlags(add), async () => (await import('../commands/administer/addresses.ts')).addAddresses);
  const remove = address
    .command('remove')
    .description('remove addresses from an inbox')
    .argument('<slug>')
    .argument('<address...>');
  runs(addChangeFlags(remove), async () => (await import('../commands/administer/addresses.ts')).removeAddresses);
}
