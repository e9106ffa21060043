import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { basePath, contract } from '../../contract/index.ts';
import type { Handler, Handlers } from '../handlers/call.ts';

/** An endpoint with its handler. */
export interface Route {
  /** Its name in the log, such as `inbox.create`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

interface Match {
  readonly route: Route;
  readonly params: PathParams;
}

interface Pattern {
  readonly route: Route;
  readonly segments: readonly string[];
}

function isParam(segment: string): boolean {
  return segment.startsWith('{');
}

const idPattern = /^[1-9]\d{0,14}$/;

/** A decoded name of a path; undefined if empty, not UTF-8, or not a text of one line. */
function nameIn(value: string): string | undefined {
  try {
    const name = decodeURIComponent(value);
    return /^[^\u0000-\u001f\u007f-\u009f]+$/.test(name) ? name : undefined;
  } catch {
    // A name that cannot be decoded is in no path: the answer is 404.
    return undefined;
  }
}

function paramOf(name: string, value: string): number | string | undefined {
  if (!name.endsWith('_id')) return nameIn(value);
  return idPattern.test(value) ? Number(value) : undefined;
}

function paramsOf(pattern: readonly string[], given: readonly string[]): PathParams | undefined {
  const params: Record<string, number | string> = {};
  for (const [at, segment] of pattern.entries()) {
    const value = given[at]!;
    if (!isParam(segment)) {
      if (segment !== value) return undefined;
      continue;
    }
    const name = segment.slice(1, -1);
    const param = paramOf(name, value);
    if (param === undefined) return undefined;
    params[name] = param;
  }
  return params as PathParams;
}

function groupKey(method: string, segments: readonly string[]): string {
  return `${method} ${segments.length}`;
}

/**
 * Finds the route of a method (HEAD as GET) and a path, derived from the contract; undefined for an unknown path, an
 * unknown method, an id that is not a positive integer and a name that no tag can have.
 */
export function createRouter(handlers: Handlers): (method: string, pathname: string) => Match | undefined {
  const patterns = new Map<string, Pattern[]>();
  for (const [group, endpoints] of Object.entries(contract) as [string, Record<string, Endpoint>][])
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers as unknown as Record<string, Record<string, Handler<Endpoint>>>)[group]![name]!;
      const segments = endpoint.path.slice(1).split('/');
      const key = groupKey(endpoint.method, segments);
      patterns.set(key, [
        ...(patterns.get(key) ?? []),
        { route: { name: `${group}.${name}`, endpoint, handler }, segments },
      ]);
    }
  return (asked, pathname) => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    if (!pathname.startsWith(`${basePath}/`)) return undefined;
    const segments = pathname.slice(basePath.length + 1).split('/');
    for (const pattern of patterns.get(groupKey(method, segments)) ?? []) {
      const params = paramsOf(pattern.segments, segments);
      // A stream of events never ends, so HEAD cannot describe it.
      if (params && asked === 'HEAD' && pattern.route.endpoint.stream) return undefined;
      if (params) return { route: pattern.route, params };
    }
    return undefined;
  };
}
