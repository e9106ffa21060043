import { InvalidArgumentError } from 'commander';
import type { Method } from '../../contract/endpoint.ts';
import type { DeclaredCommand } from './command.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** As gh takes it: a method in small letters, or a path alone. */
function methodOf(word: string): string {
  const named = word.startsWith('/') ? word : METHODS.find(one => one === word.toUpperCase());
  if (named === undefined) throw new InvalidArgumentError(`It is one of ${METHODS.join(', ')}, or a path alone.`);
  return named;
}

/** `frontdesk api`. */
export const api = {
  help: 'send a request to the service and print the answer as JSON',
  args: {
    '[method]': { help: 'what to do; without it: GET', choices: METHODS, parse: methodOf },
    '[endpoint]': 'its path and query: /conversations?limit=10',
  },
  flags: {
    '--body <json>': 'JSON to send; @FILE reads it from a file, - from stdin',
    '--file <path>': { help: 'a file to upload', conflicts: 'body' },
    '--paginate': 'read all pages of a list',
    '--ndjson': 'print a line of JSON for each entry of a list',
    '--include': { help: 'print the status and the headers too', conflicts: ['paginate', 'ndjson'] },
    '--list': 'list all calls',
  },
  reaches: ({ list }: { readonly list?: boolean }) => (list ? 'api/list#listEndpoints' : 'api/call#callApi'),
} as const satisfies DeclaredCommand;
