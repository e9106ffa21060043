import type { Endpoint } from '../../../contract/endpoint.ts';
import { basePath, contract } from '../../../contract/index.ts';
import { nearest } from '../../../text/nearest.ts';
import { safeLine } from '../../../text/safe.ts';
import { ShellError } from '../../shell-error.ts';

/** Every endpoint of the contract, in its order. */
export function endpoints(): readonly Endpoint[] {
  return Object.values(contract).flatMap(group => Object.values(group) as Endpoint[]);
}

/** An address of the service without a host in it. */
const ANY_HOST = 'http://help.invalid';

/**
 * The path below `/api/agent/v1` that was typed with or without it, and with its query. Refuses one that leads elsewhere:
 * the token would go along.
 */
export function readApiPath(typed: string): string {
  const below = typed.startsWith(`${basePath}/`) ? typed.slice(basePath.length) : typed;
  const path = `${basePath}${below.startsWith('/') ? '' : '/'}${below}`;
  const url = URL.canParse(path, ANY_HOST) ? new URL(path, ANY_HOST) : undefined;
  if (/^[a-z]+:/i.test(typed) || !url?.pathname.startsWith(`${basePath}/`))
    throw new ShellError(`“${safeLine(typed)}” is not a path of the service. It is like /conversations?limit=10.`);
  return `${url.pathname.slice(basePath.length)}${url.search}`;
}

/** The endpoint that a method and a path mean; undefined if the contract has none. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const given = segmentsOf(path);
  return endpoints().find(one => one.method === method && fits(segmentsOf(one.path), given, isSame));
}

/** The nearest paths to one that the service does not have, as sentences. */
export function whatIsThere(method: string, path: string): string {
  const given = segmentsOf(path);
  const there = endpoints().filter(one => fits(segmentsOf(one.path), given, isSame));
  const near = there.length > 0 ? there : endpoints().filter(one => fits(segmentsOf(one.path), given, isLike));
  const own = near.filter(one => one.method === method);
  const meant = (own.length > 0 ? own : near).slice(0, 3).map(one => `${one.method} ${one.path}`);
  const hint = meant.length === 0 ? 'frontdesk api --list shows what there is.' : `Did you mean ${meant.join(' or ')}?`;
  return `There is no ${method} ${safeLine(path.split('?')[0]!)}. ${hint}`;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('?')[0]!.split('/').slice(1);
}

/** Whether a path has the form of an endpoint's: a parameter stands for anything. */
function fits(own: readonly string[], given: readonly string[], is: (own: string, given: string) => boolean): boolean {
  return own.length === given.length && own.every((segment, at) => segment.startsWith('{') || is(segment, given[at]!));
}

function isSame(own: string, given: string): boolean {
  return own === given;
}

function isLike(own: string, given: string): boolean {
  return own === given || nearest(given, [own]) !== undefined;
}
