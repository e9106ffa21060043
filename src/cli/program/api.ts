import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Method } from '../../contract/endpoint.ts';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import type { Run } from './run.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** `frontdesk api`. */
export function addApi(program: Command, { shell, done }: Run) {
  // As gh takes it: a method in small letters, or a path alone.
  const method = new Argument('[method]', 'what to do; without it: GET').choices(METHODS).argParser(word => {
    const named = word.startsWith('/') ? word : METHODS.find(one => one === word.toUpperCase());
    if (named === undefined) throw new InvalidArgumentError(`It is one of ${METHODS.join(', ')}, or a path alone.`);
    return named;
  });
  const api = program
    .command('api')
    .description('send a request to the service and print the answer as JSON')
    .addArgument(method)
    .argument('[endpoint]', 'its path and query: /conversations?limit=10')
    .addOption(new Option('--body <json>', 'JSON to send; @FILE reads it from a file, - from stdin'))
    .addOption(new Option('--file <path>', 'a file to upload').conflicts('body'))
    .addOption(new Option('--paginate', 'read all pages of a list'))
    .addOption(new Option('--ndjson', 'print a line of JSON for each entry of a list'))
    .addOption(new Option('--include', 'print the status and the headers too').conflicts(['paginate', 'ndjson']))
    .addOption(new Option('--list', 'list all calls'));
  addCenterFlags(api).action(async (method, typed, { list, ...options }) => {
    if (list) {
      const { listEndpoints } = await import('../commands/api/list.ts');
      done(await listEndpoints(shell, options));
      return;
    }
    const { callApi } = await import('../commands/api/call.ts');
    done(await callApi(shell, { method, typed }, options));
  });
}
