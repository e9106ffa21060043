import { Argument, type Command, Option } from 'commander';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, collect } from './shared-flags.ts';

const ROLES = ['agent', 'admin'] as const;

/** `frontdesk agent …`. */
export function addAgents(agent: Command, { runs }: Run) {
  const list = agent.command('list').description('list the agents');
  runs(addListingFlags(list), async () => (await import('../commands/administer/agents.ts')).listAgents);
  const create = agent
    .command('create')
    .description('create an agent; asks for a password, or reads it from stdin')
    .argument('<name>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('agent'))
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
    .description('change what an agent may do')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(ROLES));
  runs(addChangeFlags(role), async () => (await import('../commands/administer/agents.ts')).setRole);
  const password = agent
    .command('password')
    .description('give an agent a new password, typed or from stdin')
    .argument('<email>');
  runs(addChangeFlags(password), async () => (await import('../commands/administer/agents.ts')).setPassword);
}
