import type { Command } from 'commander';
import { flagOption } from '../settings/flags.ts';
import type { Shell } from '../shell.ts';
import type { Run } from './run.ts';
import { wholeNumber } from './shared-flags.ts';

/** `frontdesk serve`. */
export function addServe(program: Command, { runs }: Run) {
  const serve = program
    .command('serve')
    .description('serve the help center to a team over HTTP')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 8080)
    .option('--no-port', 'listen at the socket alone')
    .option('--socket <path>', 'a Unix socket for agents who come through SSH')
    .option('--insecure', 'let other machines connect by plain HTTP')
    .addOption(flagOption('database'));
  runs(serve, async () => (await import('../commands/serve.ts')).serve);
  const dial = program
    .command('dial')
    .description('join stdin and stdout to serve, as an SSH key: for authorized_keys')
    .requiredOption('--key <name>', 'the name of the key')
    .requiredOption('--socket <path>', 'the socket of serve');
  runs(dial, async () => {
    const { dial } = await import('../dial.ts');
    return (shell: Shell, { key, socket }: { readonly key: string; readonly socket: string }) =>
      dial({ key, socket }, shell);
  });
}

/** `frontdesk openapi`. */
export function addOpenApi(program: Command, { runs }: Run) {
  const openApi = program.command('openapi').description('print the service as an OpenAPI 3.1 document');
  runs(openApi, async () => (await import('../commands/openapi.ts')).printOpenApi);
}
