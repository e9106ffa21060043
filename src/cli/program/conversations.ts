import { type Command, Option } from 'commander';
import { addListFlags } from '../commands/conversations/list-flags.ts';
import { type Taken, type Verb, verbs } from '../commands/conversations/verbs.ts';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { addOutputFlags } from '../output/flags.ts';
import type { Run } from './run.ts';
import { wholeNumber } from './whole-number.ts';

/** `frontdesk conversations …`. */
export function addConversations(conversations: Command, run: Run) {
  addList(conversations, run);
  for (const [name, verb] of Object.entries<Verb>(verbs)) addVerb(conversations, run, name, verb);
}

function addList(conversations: Command, { shell, done }: Run) {
  const list = conversations
    .command('list')
    .description('list conversations, by a filter as typed after / in the desk')
    .argument('[filter...]', 'such as is:unresolved tag:vip before:30d; without it: all that are not archived')
    .option('--limit <n>', 'the most that are listed; without it: all', wholeNumber(1, 1_000_000_000));
  addCenterFlags(addOutputFlags(addListFlags(list))).action(async (words, options) => {
    const { listConversations } = await import('../commands/conversations/list.ts');
    done(await listConversations(shell, words, options));
  });
}

/** The most that an id can be. */
const MAX_ID = 999_999_999_999_999;

/** The flag or the argument by which each verb takes what it needs. */
const TAKING: Readonly<Record<Taken, (command: Command) => Command>> = {
  agent: command => command.requiredOption('--agent <who>', 'a name, an address, me or none'),
  status: command => command.requiredOption('--status <name>', 'the status'),
  inbox: command => command.requiredOption('--inbox <slug>', 'the inbox, by its slug or its name'),
  newTag: command => command.addOption(tagOption('a tag; a new name makes a new tag')),
  knownTag: command => command.addOption(tagOption('a tag')),
  into: command => command.argument('<into>', 'the id of the one that takes the others in', wholeNumber(1, MAX_ID)),
};

function tagOption(help: string): Option {
  return new Option('--tag <name>', `${help}; may be repeated`)
    .makeOptionMandatory()
    .argParser((one: string, more: readonly string[] = []) => [...more, one]);
}

function addVerb(conversations: Command, { shell, done }: Run, name: string, verb: Verb) {
  const command = conversations.command(name).description(verb.help);
  if (verb.takes !== undefined) TAKING[verb.takes](command);
  command.argument('<id...>', 'ids; - reads them from standard input').option('--dry-run', 'say what would be done');
  addCenterFlags(addOutputFlags(command)).action(async () => {
    const { changeConversations } = await import('../commands/conversations/change.ts');
    const words: unknown[] = command.processedArgs;
    const ids = words.at(-1) as readonly string[];
    const into = verb.takes === 'into' ? { into: words[0] as number } : {};
    done(await changeConversations(shell, verb, ids, { ...command.opts(), ...into }));
  });
}
