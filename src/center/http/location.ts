import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { basePath, contract } from '../../contract/index.ts';

/**
 * The path of one resource of the kind that an endpoint answers with: of those below the endpoint's own path, if any.
 * Undefined if there is none.
 */
export function resourcePath({ answer, path }: Endpoint): string | undefined {
  const all = Object.values(contract).flatMap(group => Object.values<Endpoint>(group));
  const paths = all.filter(one => one.answer === answer && one.path.endsWith('_id}')).map(one => one.path);
  return paths.find(one => one.startsWith(`${path}/`)) ?? paths[0];
}

/** The address of a created resource; undefined if it has none of its own. */
export function locationOf(endpoint: Endpoint, params: PathParams, data: unknown): string | undefined {
  const path = resourcePath(endpoint);
  if (path === undefined) return undefined;
  const own = path.slice(path.lastIndexOf('/') + 2, -1);
  const ids: Readonly<Record<string, unknown>> = { ...params, [own]: (data as { readonly id: number }).id };
  return basePath + path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}
