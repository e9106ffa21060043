import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { Candidate } from './asked.ts';

/** The paths of the service, each once, with the methods that it has. */
export function endpointPaths(): readonly Candidate[] {
  const methods = new Map<string, string[]>();
  for (const group of Object.values(contract))
    for (const { method, path } of Object.values(group) as Endpoint[])
      methods.set(path, [...(methods.get(path) ?? []), method]);
  return [...methods].map(([value, own]) => ({ value, help: own.join(', ') }));
}
