import { Argument, type Command, Option } from 'commander';
import { t } from '../../text/safe.ts';
import { addChangeFlags, addListingFlags, collect } from './change-flags.ts';
import type { Run } from './run.ts';

const ROLES = ['agent', 'admin'] as const;

/** `frontdesk agent …`. */
export function addAgents(agent: Command, run: Run) {
  const { shell, done } = run;
  addListingFlags(agent.command('list').description('list the agents')).action(async options => {
    const { listAgents } = await import('../commands/administer/agents.ts');
    done(await listAgents(shell, options));
  });
  const create = agent
    .command('create')
    .description('create an agent; asks for a password, or reads it from stdin')
    .argument('<name>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('agent'))
    .option('--inbox <slug>', 'an inbox that they work in; may be repeated', collect);
  addChangeFlags(create).action(async (name, email, options) => {
    const { createAgent } = await import('../commands/administer/agents.ts');
    done(await createAgent(shell, name, email, options));
  });
  const inbox = agent
    .command('inbox')
    .description('let an agent work in inboxes, or no longer')
    .argument('<email>')
    .addArgument(new Argument('<verb>').choices(['add', 'remove']))
    .argument('<slug...>');
  addChangeFlags(inbox).action(async (email, verb, slugs, options) => {
    const { changeInboxes } = await import('../commands/administer/agents.ts');
    done(await changeInboxes(shell, email, { verb, slugs }, options));
  });
  addAgentChanges(agent, run);
}

function addAgentChanges(agent: Command, { shell, done }: Run) {
  for (const [command, disabled, said] of [
    ['disable', true, t`disabled: they cannot sign in any more, and keep what is assigned to them`],
    ['enable', false, t`enabled`],
  ] as const)
    addChangeFlags(agent.command(command).description(`${command} an agent`).argument('<email>')).action(
      async (email, options) => {
        const { changeAgent } = await import('../commands/administer/agents.ts');
        done(await changeAgent(shell, email, { body: { disabled }, done: said }, options));
      },
    );
  const role = agent
    .command('role')
    .description('change what an agent may do')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(ROLES));
  addChangeFlags(role).action(async (email, to: (typeof ROLES)[number], options) => {
    const { changeAgent } = await import('../commands/administer/agents.ts');
    const said = to === 'admin' ? t`given the role admin` : t`given the role agent`;
    done(await changeAgent(shell, email, { body: { role: to }, done: said }, options));
  });
  const password = agent
    .command('password')
    .description('give an agent a new password, typed or from stdin')
    .argument('<email>');
  addChangeFlags(password).action(async (email, options) => {
    const { setPassword } = await import('../commands/administer/agents.ts');
    done(await setPassword(shell, email, options));
  });
}
