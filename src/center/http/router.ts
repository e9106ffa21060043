import type { Endpoint, Method, PathParams } from '../../contract/endpoint.ts';
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

/** A path that is there, and not by this method. */
interface OtherMethods {
  /** The methods by which it is there. */
  readonly allow: string;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

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
 * Finds the route of a method (HEAD as GET) and a path, derived from the contract, or the methods that the path has;
 * undefined for an unknown path, an id that is not a positive integer and a name that no tag can have.
 */
export function createRouter(
  handlers: Handlers,
): (method: string, pathname: string) => Match | OtherMethods | undefined {
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
  const matchOf = (asked: string, segments: readonly string[]): Match | undefined => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    for (const pattern of patterns.get(groupKey(method, segments)) ?? []) {
      const params = paramsOf(pattern.segments, segments);
      // A stream of events never ends, so HEAD cannot describe it.
      if (params && asked === 'HEAD' && pattern.route.endpoint.stream) return undefined;
      if (params) return { route: pattern.route, params };
    }
    return undefined;
  };
  return (asked, pathname) => {
    if (!pathname.startsWith(`${basePath}/`)) return undefined;
    const segments = pathname.slice(basePath.length + 1).split('/');
    const found = matchOf(asked, segments);
    if (found) return found;
    const allowed = ['HEAD', ...METHODS].filter(method => matchOf(method, segments));
    return allowed.length > 0 ? { allow: allowed.join(', ') } : undefined;
  };
}
