import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { CompletionWord } from './completion-request.ts';

/** The paths of the service, each once, with the methods that it has. */
export function endpointPaths(): readonly CompletionWord[] {
  const endpoints = Object.values(contract).flatMap(group => Object.values(group) as Endpoint[]);
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath].map(([value, own]) => ({ value, help: own.map(({ method }) => method).join(', ') }));
}
