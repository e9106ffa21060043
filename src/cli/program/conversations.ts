import { type Command, Option } from 'commander';
import { sorts } from '../../state/order.ts';
import { exportForms, FILTER_FLAGS } from '../commands/conversations/list-flags.ts';
import { type Taken, type Verb, verbs } from '../commands/conversations/verbs.ts';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { flagOption } from '../settings/flags.ts';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, collect, MAX_ID, wholeNumber } from './shared-flags.ts';

const IDS = 'ids; - reads them from standard input';

/** `frontdesk conversations …`. */
export function addConversations(conversations: Command, run: Run) {
  addList(conversations, run);
  addExport(conversations, run);
  addShow(conversations, run);
  addNext(conversations, run);
  for (const [name, verb] of Object.entries<Verb>(verbs)) addVerb(conversations, run, name, verb);
  addApply(conversations, run);
  addRun(conversations, run);
  addNote(conversations, run);
  addCreate(conversations, run);
  addReply(conversations, run);
  addForward(conversations, run);
  addSplit(conversations, run);
}

function addList(conversations: Command, { runs }: Run) {
  const list = conversations
    .command('list')
    .description('list conversations, by a filter as typed after / in the desk')
    .argument('[filter...]', 'such as is:unresolved tag:vip before:30d; without it: all that are not archived')
    .option('--limit <n>', 'the most that are listed; without it: all', wholeNumber(1, 1_000_000_000));
  runs(
    addListingFlags(addFilterFlags(list)),
    async () => (await import('../commands/conversations/list.ts')).listConversations,
  );
}

function addFilterFlags(command: Command): Command {
  return addNarrowing(command).addOption(new Option('--sort <order>', 'the order').choices(sorts));
}

/** Adds the flags that narrow a filter. */
export function addNarrowing(command: Command): Command {
  command.option('--view <name>', 'those of a view of the desk, by its name');
  for (const [flag, [value, help]] of Object.entries(FILTER_FLAGS))
    command.addOption(new Option(`--${flag} ${value}`, help).argParser(collect));
  return command;
}

function addExport(conversations: Command, { runs, worksHere }: Run) {
  const command = conversations
    .command('export')
    .description('write conversations to files, for another help desk or an archive')
    .argument('[filter...]', 'such as is:closed before:365d; without it: all, archived ones too')
    .option('--to <folder>', 'a new folder; without it: standard output')
    .addOption(new Option('--as <form>', 'the form').choices(exportForms).default('ndjson'));
  runs(
    worksHere(addNarrowing(command)),
    async () => (await import('../commands/conversations/export.ts')).exportConversations,
  );
}

function addShow(conversations: Command, { runs }: Run) {
  const show = conversations
    .command('show')
    .description('print conversations with their messages and notes')
    .argument('<id...>', IDS);
  runs(addListingFlags(show), async () => (await import('../commands/conversations/show.ts')).showConversations);
}

function addNext(conversations: Command, { runs }: Run) {
  const next = conversations
    .command('next')
    .description('take the conversation that waits longest: it is yours then')
    .option('--inbox <name>', 'one of this inbox, by its slug or its name', collect)
    .option('--peek', 'only say which one it is');
  runs(addListingFlags(next), async () => (await import('../commands/conversations/next.ts')).nextConversation);
}

/** The flag or the argument of each verb for its value. */
const TAKING: Readonly<Record<Taken, (command: Command) => Command>> = {
  agent: command => command.requiredOption('--agent <who>', 'a name, an address, me or none'),
  status: command => command.requiredOption('--status <name>', 'the status'),
  inbox: command => command.requiredOption('--inbox <slug>', 'the inbox, by its slug or its name'),
  newTag: command => command.addOption(tagOption('a tag; a new name makes a new tag')),
  knownTag: command => command.addOption(tagOption('a tag')),
  // It comes behind the ids, of which there may be any number.
  until: command => command,
  into: command => command.argument('<into>', 'the id of the one that takes the others in', wholeNumber(1, MAX_ID)),
};

function tagOption(help: string): Option {
  return new Option('--tag <name>', `${help}; may be repeated`).makeOptionMandatory().argParser(collect);
}

function addVerb(conversations: Command, { shell, done }: Run, name: string, verb: Verb) {
  const command = conversations.command(name).description(verb.help);
  if (verb.takes !== undefined) TAKING[verb.takes](command);
  if (verb.takes === 'until')
    command.argument('<id...>', `${IDS}; behind them the time: 2h, tomorrow 9, fri, 3d, reply or fri keep`);
  else command.argument('<id...>', IDS);
  addChangeFlags(command).action(async () => {
    const { changeConversations } = await import('../commands/conversations/change.ts');
    const words: unknown[] = command.processedArgs;
    const named = words.at(-1) as readonly string[];
    const isTimed = verb.takes === 'until';
    if (isTimed && named.length < 2) command.error('error: name the conversations, and behind them the time');
    const ids = isTimed ? named.slice(0, -1) : named;
    const own = verb.takes === 'into' ? { into: words[0] as number } : isTimed ? { until: named.at(-1)! } : {};
    done(await changeConversations(shell, verb, ids, { ...command.opts(), ...own }));
  });
}

function addApply(conversations: Command, { runs }: Run) {
  const apply = conversations
    .command('apply')
    .description('apply the actions of a saved reply; its text is not sent')
    .argument('<name>', 'the name of the saved reply')
    .argument('<id...>', IDS);
  runs(addChangeFlags(apply), async () => (await import('../commands/conversations/apply.ts')).applyReply);
}

function addRun(conversations: Command, { runs }: Run) {
  const own = conversations
    .command('run')
    .description('run a command of your settings on a conversation, and print its output')
    .argument('<name>', 'the name of the command')
    .argument('<id>', 'the id of the conversation; a command that reads a draft gets standard input');
  runs(addCenterFlags(own), async () => (await import('../commands/conversations/run.ts')).runOnConversation);
}

function addTextFlags(command: Command): Command {
  return command
    .option('--text <words>', 'the words; without them: standard input, or $EDITOR on a terminal')
    .option('--file <file>', 'the file with the words; - is standard input')
    .addOption(new Option('--attach <file>', 'a file that goes with it; may be repeated').argParser(collect));
}

function addNote(conversations: Command, { runs }: Run) {
  const note = conversations
    .command('note')
    .description('add an internal note, which customers never see')
    .argument('<id...>', IDS);
  runs(addChangeFlags(addTextFlags(note)), async () => (await import('../commands/conversations/note.ts')).addNotes);
}

function addCreate(conversations: Command, { runs }: Run) {
  const create = conversations
    .command('create')
    .description('write to a person first, in a new conversation; on a terminal it asks first')
    .requiredOption('--to <people>', 'the recipients, separated by commas; the first becomes the requester')
    .requiredOption('--subject <line>', 'the subject of the mail and the title of the conversation');
  addTextFlags(create)
    .option('--cc <people>', 'recipients of a copy')
    .option('--bcc <people>', 'recipients of a copy that the others do not see')
    .option('--inbox <name>', 'the inbox that it is sent from; without it: the default one')
    .option('--record-only', 'send no mail: record words said elsewhere, as in a phone call')
    .option('--yes', 'send it without a question');
  runs(addChangeFlags(create), async () => (await import('../commands/conversations/create.ts')).createWithMessage);
}

function addForward(conversations: Command, { runs }: Run) {
  const forward = conversations
    .command('forward')
    .description('send a message to a third party; on a terminal it asks first')
    .argument('<id>', 'the id of the conversation')
    .requiredOption('--message <id>', 'the id of the message', wholeNumber(1, MAX_ID))
    .requiredOption('--to <people>', 'the recipients, separated by commas');
  addTextFlags(forward)
    .option('--cc <people>', 'recipients of a copy')
    .option('--bcc <people>', 'recipients of a copy that the others do not see')
    .option('--yes', 'send it without a question');
  runs(addChangeFlags(forward), async () => (await import('../commands/conversations/reply.ts')).replyTo);
}

function addSplit(conversations: Command, { runs }: Run) {
  const split = conversations
    .command('split')
    .description('take messages into a conversation of their own; this cannot be undone')
    .argument('<id>', 'the id of the conversation')
    .requiredOption('--message <id>', 'a message that moves; may be repeated', collect)
    .option('--note <id>', 'a note that moves as well; may be repeated', collect)
    .requiredOption('--title <line>', 'the title of the new conversation');
  runs(addChangeFlags(split), async () => (await import('../commands/conversations/split.ts')).splitOff);
}

function addReply(conversations: Command, { runs }: Run) {
  const reply = conversations
    .command('reply')
    .description('send a mail to the customer; on a terminal it asks first')
    .argument('<id>', 'the id of the conversation');
  addTextFlags(reply)
    .option('--to <people>', 'the recipients, separated by commas; without it: the last author')
    .option('--cc <people>', 'recipients of a copy; without it: the others of that mail')
    .option('--bcc <people>', 'recipients of a copy that the others do not see')
    .option('--close', 'close the conversation afterwards (see --after-reply)')
    .option('--wait <time>', 'put the conversation off afterwards: 3d, fri, "tomorrow 9", reply')
    .option('--at <time>', 'when the mail goes out; if anyone writes before, it is held back')
    .addOption(flagOption('after_reply'))
    .option('--yes', 'send it without a question');
  runs(addChangeFlags(reply), async () => (await import('../commands/conversations/reply.ts')).replyTo);
}
