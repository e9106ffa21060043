import type { Command } from 'commander';
import { addNarrowing } from './conversations.ts';
import type { Run } from './run.ts';
import { addListingFlags, collect, wholeNumber } from './shared-flags.ts';

/** `frontdesk events`. */
export function addEvents(program: Command, { runs }: Run) {
  const events = program
    .command('events')
    .description('changes to conversations: a line of JSON for each, or a command')
    .argument('[filter...]', 'the conversations, such as tag:vip inbox:shop; without it: all')
    .option('--follow', 'go on when all is read, until it is stopped')
    .option('--since <cursor>', 'begin after this event, or at start or now')
    .option('--cursor <file>', 'keep in this file how far it has come, and go on there')
    .option('--exec <program>', 'run this for each, one after the other, with its JSON on standard input')
    .option('--tries <n>', 'stop when the command has failed so often for one event', wholeNumber(1, 1_000), 10)
    .option('--type <name>', 'only changes of this kind, such as conversation.created; may be repeated', collect)
    .option('--not-by <name>', 'leave out changes of this agent or API key; may be repeated', collect)
    .option(
      '--not-via <way>',
      'leave out changes that came this way, such as exec or import; may be repeated',
      collect,
    );
  runs(addListingFlags(addNarrowing(events)), async () => (await import('../commands/events/events.ts')).printEvents);
}
