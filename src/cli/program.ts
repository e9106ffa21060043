import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { safeBlock } from '../text/safe.ts';
import { addImportFlags } from './import-flags.ts';
import { applySettings } from './settings/apply.ts';
import { addFlags, flagOption } from './settings/flags.ts';
import type { Shell } from './shell.ts';
import { exitCode } from './shell-error.ts';

function wholeNumber(least: number, most: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** The shell's commands and flags. Each command's code is loaded when it runs, so that `--version` loads nothing. */
export function createProgram(shell: Shell, done: (code: number) => void): Command {
  const program = new Command('frontdesk')
    .description('The help-center inbox in a terminal: triage conversations by keys alone, over any link.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: text => shell.stdout.write(text),
      writeErr: text => shell.stderr.write(safeBlock(text)),
    })
    .showHelpAfterError('frontdesk --help shows what there is.')
    .helpCommand(true)
    .enablePositionalOptions();
  // The desk itself reports errors in the file, and continues.
  program.hook('preAction', (_, command) => applySettings(shell, command, command === program ? 'desk' : 'command'));

  addServe(program, shell, done);
  addIntake(program, shell, done);
  addMail(program.command('mail').description('mail that comes in and goes out'), shell, done);
  addAdministration(program, shell, done);
  addCopy(program, shell, done);
  addCache(program, shell, done);
  // Last: a command inherits from the program, and only the program may accept unknown words.
  addDesk(program, shell, done);
  return program;
}

function addDesk(program: Command, shell: Shell, done: (code: number) => void) {
  addFlags(program)
    .option('--sample', 'put sample conversations into an empty embedded help center')
    .option('--view <query>', 'open on this view, by its name, or on a filter as typed after /')
    .allowExcessArguments()
    .action(async (options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) command.error(`error: there is no command ${unknown}`);
      const { runDesk } = await import('./commands/desk.ts');
      done(await runDesk(shell, options));
    });
}

function addServe(program: Command, shell: Shell, done: (code: number) => void) {
  program
    .command('serve')
    .description('serve the help center to a team over HTTP')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 8080)
    .option('--insecure', 'let other machines connect by plain HTTP')
    .addOption(flagOption('database'))
    .action(async options => {
      const { serve } = await import('./commands/serve.ts');
      done(await serve(shell, options));
    });
}

function addIntake(program: Command, shell: Shell, done: (code: number) => void) {
  const imports = program
    .command('import')
    .description('import mail (mbox, Maildir, .eml, .emlx, .gz); importing twice adds nothing')
    .argument('<path...>', 'files and folders; - is standard input');
  addImportFlags(imports)
    .option('--json', 'print the counts as JSON')
    .addOption(flagOption('database'))
    .action(async (paths, options) => {
      const { importPaths } = await import('./commands/import.ts');
      done(await importPaths(shell, paths, options));
    });
  program
    .command('sample')
    .description('add plausible sample conversations, the same for the same seed')
    .option('--conversations <n>', 'how many', wholeNumber(1, 1_000_000), 240)
    .option('--seed <n>', 'which ones', wholeNumber(0, 2_147_483_647), 1)
    .option('--remove', 'remove the sample conversations')
    .addOption(flagOption('database'))
    .action(async options => {
      const { addSample } = await import('./commands/sample.ts');
      done(await addSample(shell, options));
    });
}

function addMail(mail: Command, shell: Shell, done: (code: number) => void) {
  mail
    .command('check')
    .description('sign in to the mailboxes and the relay of the settings, and say what does not work')
    .action(async () => {
      const { checkMail } = await import('./commands/mail.ts');
      done(await checkMail(shell));
    });
  mail
    .command('retry-set-aside')
    .description('read again the mails that could not be understood')
    .addOption(flagOption('database'))
    .action(async options => {
      const { retrySetAside } = await import('./commands/mail.ts');
      done(await retrySetAside(shell, options));
    });
  addQueue(mail.command('queue').description('mail that is to be sent, and the flow of mail'), shell, done);
}

function addQueue(queue: Command, shell: Shell, done: (code: number) => void) {
  queue
    .command('list')
    .description('mails that wait or failed: to whom, the next try, the relay’s last word')
    .addOption(flagOption('database'))
    .action(async options => {
      const { listOutgoing } = await import('./commands/mail-queue.ts');
      done(await listOutgoing(shell, options));
    });
  queue
    .command('retry')
    .argument('[ids...]')
    .description('try mails again at once; without numbers all that wait after a try')
    .addOption(flagOption('database'))
    .action(async (ids, options) => {
      const { retryOutgoing } = await import('./commands/mail-queue.ts');
      done(await retryOutgoing(shell, ids, options));
    });
  queue
    .command('drop')
    .argument('<ids...>')
    .description('do not send mails; their messages stay, and say so')
    .addOption(flagOption('database'))
    .action(async (ids, options) => {
      const { dropOutgoing } = await import('./commands/mail-queue.ts');
      done(await dropOutgoing(shell, ids, options));
    });
  queue
    .command('resume')
    .description('let mail flow in this database, which is a copy or was moved')
    .addOption(flagOption('database'))
    .action(async options => {
      const { resumeMail } = await import('./commands/mail-queue.ts');
      done(await resumeMail(shell, options));
    });
}

function addAdministration(program: Command, shell: Shell, done: (code: number) => void) {
  addAgents(program.command('agent').description('agents of the help center'), shell, done);
  addKeys(program.command('key').description('API keys of the help center'), shell, done);
  program
    .command('openapi')
    .description('print the service as an OpenAPI 3.1 document')
    .action(async () => {
      const { printOpenApi } = await import('./commands/openapi.ts');
      done(printOpenApi(shell));
    });
}

function addAgents(agent: Command, shell: Shell, done: (code: number) => void) {
  const roles = ['agent', 'admin'] as const;
  agent
    .command('create')
    .description('create an agent; the password is read from standard input')
    .argument('<name>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('agent'))
    .addOption(flagOption('database'))
    .action(async (name, email, options) => {
      const { createAgent } = await import('./commands/agent.ts');
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
        const { changeAgent } = await import('./commands/agent.ts');
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
      const { changeAgent } = await import('./commands/agent.ts');
      done(await changeAgent(shell, email, { body: { role }, said: `has the role ${role}.` }, options));
    });
  agent
    .command('password')
    .description('give an agent a new password, read from standard input')
    .argument('<email>')
    .addOption(flagOption('database'))
    .action(async (email, options) => {
      const { setPassword } = await import('./commands/agent.ts');
      done(await setPassword(shell, email, options));
    });
}

function addKeys(key: Command, shell: Shell, done: (code: number) => void) {
  key
    .command('create')
    .description('create an API key; it is printed once')
    .argument('<name>')
    .addOption(flagOption('database'))
    .action(async (name, options) => {
      const { createKey } = await import('./commands/key.ts');
      done(await createKey(shell, name, options));
    });
  key
    .command('list')
    .description('list the API keys, without the keys themselves')
    .addOption(flagOption('database'))
    .action(async options => {
      const { listKeys } = await import('./commands/key.ts');
      done(await listKeys(shell, options));
    });
  key
    .command('revoke')
    .description('end an API key at once')
    .argument('<number or name>')
    .addOption(flagOption('database'))
    .action(async (which, options) => {
      const { revokeKey } = await import('./commands/key.ts');
      done(await revokeKey(shell, which, options));
    });
}

function addCopy(program: Command, shell: Shell, done: (code: number) => void) {
  program
    .command('copy')
    .description('copy a help center to an empty database, checked by counts and hashes')
    .requiredOption('--from <database>', 'its file, or postgres://…')
    .requiredOption('--to <database>', 'an empty one: a file, or postgres://…')
    .action(async options => {
      const { copy } = await import('./commands/copy.ts');
      done(await copy(shell, options));
    });
}

function addCache(program: Command, shell: Shell, done: (code: number) => void) {
  program
    .command('cache')
    .description('what the desk keeps of help centers elsewhere')
    .command('clear')
    .description('remove all of it from this machine; drafts and unsent changes stay')
    .action(async () => {
      const { clearCache } = await import('./commands/cache.ts');
      done(clearCache(shell));
    });
}

/** The exit code after commander ended the program: help and version are not errors. */
export function usageCode(error: unknown): number | undefined {
  return error instanceof CommanderError ? (error.exitCode === 0 ? exitCode.done : exitCode.usage) : undefined;
}
