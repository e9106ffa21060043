import { Argument, type Command, Option } from 'commander';
import { flagOption } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk agent …`. */
export function addAgents(agent: Command, { shell, done }: Run) {
  const roles = ['agent', 'admin'] as const;
  agent
    .command('create')
    .description('create an agent; the password is read from standard input')
    .argument('<name>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('agent'))
    .addOption(flagOption('database'))
    .action(async (name, email, options) => {
      const { createAgent } = await import('../commands/agent.ts');
      done(await createAgent(shell, name, email, options));
    });
  for (const [command, disabled, said] of [
    ['disable', true, 'was disabled: they cannot sign in any more, and keep what is assigned to them.'],
    ['enable', false, 'was enabled.'],
  ] as const) {
    agent
      .command(command)
      .description(`${command} an agent`)
      .argument('<email>')
      .addOption(flagOption('database'))
      .action(async (email, options) => {
        const { changeAgent } = await import('../commands/agent.ts');
        done(await changeAgent(shell, email, { body: { disabled }, said }, options));
      });
  }
  agent
    .command('role')
    .description('change what an agent may do')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(roles))
    .addOption(flagOption('database'))
    .action(async (email, role, options) => {
      const { changeAgent } = await import('../commands/agent.ts');
      done(await changeAgent(shell, email, { body: { role }, said: `has the role ${role}.` }, options));
    });
  agent
    .command('password')
    .description('give an agent a new password, read from standard input')
    .argument('<email>')
    .addOption(flagOption('database'))
    .action(async (email, options) => {
      const { setPassword } = await import('../commands/agent.ts');
      done(await setPassword(shell, email, options));
    });
}
