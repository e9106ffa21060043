import type { Command } from 'commander';
import type { Run } from './run.ts';

/** `frontdesk openapi`. */
export function addOpenApi(program: Command, { shell, done }: Run) {
  program
    .command('openapi')
    .description('print the service as an OpenAPI 3.1 document')
    .action(async () => {
      const { printOpenApi } = await import('../commands/openapi.ts');
      done(printOpenApi(shell));
    });
}
