import { Problem } from '../model/problem.ts';

/** A request target: its host if it names one, its path, and its query with the `?`. */
export const TARGET = /^(?:https?:\/\/([^/?#]*))?([^?]*)(.*)$/is;

/** A path without a character that any reader changes (RFC 3986, `pchar`), and without an empty segment. */
const PLAIN_PATH = /^(?=\/)(?:\/[\w.~!$&'()*+,;=:@%-]+)*\/?$/;

/**
 * Whether all readers resolve the path in the same way. Proxies and servers differ: `..`, `%2e%2e`, `..%2f`, `..%5c`,
 * `..;`. If a proxy allows a part of the paths, any such path may lead out of that part.
 */
export function isPlainPath(path: string): boolean {
  const resolved = path.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/');
  return PLAIN_PATH.test(path) && !/\/\.{1,2}(?:[/;]|$)/.test(resolved);
}

/** 404 for a host that is not served. */
export function otherHost(): Problem {
  const what = 'This help center does not answer for the host that the request names.';
  return new Problem('not_found', `${what} Its operator can add it to \`hosts\` in the settings.`);
}
