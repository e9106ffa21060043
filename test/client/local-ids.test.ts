import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { AnyRequest } from '../../src/client/request.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import { clientOver, json } from './fake-fetch.ts';

/** The number that a desk gives to what the help center has not got yet. */
const OWN = -1_796_109_929_181;

const calls: readonly (readonly [string, Endpoint])[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => [`${group}.${name}`, endpoint as Endpoint] as const),
);

/** Requests that name something of the desk's own, in each place that the call has. */
function requestsOf({ path, method }: Endpoint): readonly AnyRequest[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = Object.fromEntries(names.map(name => [name, 1]));
  const inPath = names.map(name => ({ params: { ...params, [name]: OWN } }));
  const inQuery = [{ id: OWN }, { ids: [1, OWN] }, { after: { id: OWN } }].map(query => ({ params, query }));
  const inBody = [{ id: OWN }, { ids: [1, OWN] }, { one: [{ id: OWN }] }, { if_versions: { [OWN]: 1 } }].map(body => ({
    params,
    body,
  }));
  return [...inPath, ...inQuery, ...(method === 'GET' ? [] : inBody)];
}

describe('a number of the desk’s own', () => {
  test.for(calls)('never leaves with %s', async ([name, endpoint]) => {
    const { client, requests } = clientOver(() => json({ data: [] }));
    const [group, call] = name.split('.') as [string, string];
    const ask = (client as unknown as Record<string, Record<string, (request: AnyRequest) => Promise<unknown>>>)[
      group
    ]![call]!;
    for (const request of requestsOf(endpoint))
      await expect(ask(request)).rejects.toMatchObject({
        isRefusal: true,
        message: expect.stringMatching(/on its way/),
      });
    expect(requests).toEqual([]);
  });

  // The versions of `if_versions` are the help center's own: none is negative, though the contract does not say so.
  test.for(calls)('can be no number that %s takes', ([, { query, body }]) => {
    expect(
      [query, body].flatMap(schema => (schema ? negatives(schema, '') : [])).filter(at => at !== '.if_versions'),
    ).toEqual([]);
  });
});

interface Part {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly wrapped?: Part;
  readonly value?: Part;
  readonly options?: readonly Part[];
  readonly pipe?: readonly Part[];
}

/** The places in a schema that take a negative number. */
function negatives(schema: unknown, at: string): readonly string[] {
  const { type, entries = {}, item, wrapped, value, options = [], pipe = [] } = schema as Part;
  if (type === 'number') return v.is(schema as v.GenericSchema, OWN) || v.is(schema as v.GenericSchema, -1) ? [at] : [];
  const inner = [item, wrapped, typeof value === 'object' ? value : undefined, ...pipe.filter(part => part !== schema)];
  return [
    ...Object.entries(entries).flatMap(([name, part]) => negatives(part, `${at}.${name}`)),
    ...[...inner, ...options.filter(part => typeof part === 'object')].flatMap(part =>
      part ? negatives(part, at) : [],
    ),
  ];
}
