import { Argument, type Command, Option } from 'commander';
import { addOutputFlags } from '../output/flags.ts';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, collect, MAX_ID, wholeNumber } from './shared-flags.ts';

const ROLES = ['agent', 'admin'] as const;

/** `frontdesk agent …`. */
export function addAgents(agent: Command, run: Run) {
  const { runs } = run;
  const list = agent.command('list').description('list the agents');
  runs(addListingFlags(list), async () => (await import('../commands/administer/agents.ts')).listAgents);
  const create = agent
    .command('create')
    .description('create an agent; asks for a password, or reads it from stdin')
    .argument('<name>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'their permissions').choices(ROLES).default('agent'))
    .option('--inbox <slug>', 'an inbox that they work in; may be repeated', collect);
  runs(addChangeFlags(create), async () => (await import('../commands/administer/agents.ts')).createAgent);
  const inbox = agent
    .command('inbox')
    .description('let an agent work in inboxes, or no longer')
    .argument('<email>')
    .addArgument(new Argument('<verb>').choices(['add', 'remove']))
    .argument('<slug...>');
  runs(addChangeFlags(inbox), async () => (await import('../commands/administer/agents.ts')).changeInboxes);
  const disable = agent.command('disable').description('disable an agent').argument('<email>');
  runs(addChangeFlags(disable), async () => (await import('../commands/administer/agents.ts')).disableAgent);
  const enable = agent.command('enable').description('enable an agent').argument('<email>');
  runs(addChangeFlags(enable), async () => (await import('../commands/administer/agents.ts')).enableAgent);
  const role = agent
    .command('role')
    .description('change the permissions of an agent')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(ROLES));
  runs(addChangeFlags(role), async () => (await import('../commands/administer/agents.ts')).setRole);
  const password = agent
    .command('password')
    .description('give an agent a new password, typed or from stdin')
    .argument('<email>');
  runs(addChangeFlags(password), async () => (await import('../commands/administer/agents.ts')).setPassword);
  addSshKeys(agent.command('key').description('SSH keys by which agents come to this machine’s help center'), run);
}

function addSshKeys(key: Command, { runs, worksHere }: Run) {
  const add = key
    .command('add')
    .description('let an agent in by a public key; prints the line for authorized_keys')
    .argument('<email>')
    .argument('<file>', 'the .pub file; - is standard input')
    .option('--to <file>', 'append the line to this file')
    .option('--socket <path>', 'the socket of serve, if not that of the settings');
  runs(worksHere(add), async () => (await import('../commands/administer/ssh-keys.ts')).addKey);
  const list = key.command('list').description('list the SSH keys');
  runs(worksHere(addOutputFlags(list)), async () => (await import('../commands/administer/ssh-keys.ts')).listAgentKeys);
  const remove = key
    .command('remove')
    .description('end an SSH key at once')
    .argument('<id>', 'its number', wholeNumber(1, MAX_ID));
  runs(worksHere(remove), async () => (await import('../commands/administer/ssh-keys.ts')).removeKey);
}
