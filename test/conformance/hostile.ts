import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull, runs, sampled } from '../harness/full.ts';
import { skippedFor } from '../harness/skipped.ts';
import type { Answer, Ask, Who } from './client.ts';
import { endpoints, filledPath, type NamedEndpoint } from './endpoints.ts';
import { fieldsOf, hasPlaceFor, withValue } from './fields.ts';
import { createSampler, ownStrings, payloads, whyNoPayloads } from './hostile-strings.ts';
import { fileForm } from './makers.ts';
import { askOf, type Scene, scenes } from './scenes.ts';
import type { World } from './world.ts';

/** Where a string goes in a request. */
interface Place {
  readonly name: string;
  readonly isInBody?: true;
  put(ask: Ask, value: string): Ask;
}

interface Entries {
  readonly wrapped?: Entries;
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Entries>>;
}

const headerNames = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-request-id',
  'accept-encoding',
  'last-event-id',
  'authorization',
  'content-type',
];

function queryPlaces({ endpoint }: NamedEndpoint): Place[] {
  const entries = (endpoint.query as unknown as Entries | undefined)?.entries ?? {};
  return Object.entries(entries).flatMap(([name, { wrapped }]) => {
    if (wrapped?.type === 'array')
      return [{ name, put: (ask, one) => ({ ...ask, query: { [name]: [one, 'other'] } }) }];
    if (wrapped?.type !== 'object') return [{ name, put: (ask, one) => ({ ...ask, query: { [name]: one } }) }];
    return Object.keys(wrapped.entries ?? {}).map(
      (part): Place => ({
        name: `${name}[${part}]`,
        put: (ask, one) => ({ ...ask, query: { [name]: { [part]: one } } }),
      }),
    );
  });
}

function bodyPlaces({ endpoint }: NamedEndpoint, body: unknown): Place[] {
  return fieldsOf(endpoint.body)
    .filter(field => hasPlaceFor(body, field))
    .map(field => ({
      name: field.dotted,
      isInBody: true,
      put: (ask, one) => ({ ...ask, body: withValue(ask.body, field.path, one) }),
    }));
}

function pathPlaces({ endpoint }: NamedEndpoint, scene: Scene): Place[] {
  return Object.keys(scene.params ?? {}).map(name => ({
    name: `{${name}}`,
    put: (ask, one) => {
      const segment = encodeURIComponent(one.toWellFormed());
      // An address resolves these before it is sent.
      const plain = /^\.{0,2}$/.test(one) ? 'x' : segment;
      return { ...ask, path: filledPath(endpoint.path, { ...scene.params, [name]: plain }) };
    },
  }));
}

const headerPlaces: readonly Place[] = headerNames.map(name => ({
  name,
  put: (ask, one) => ({ ...ask, headers: { ...ask.headers, [name]: one } }),
}));

const filePlace: Place = {
  name: 'the file’s name',
  isInBody: true,
  put: (ask, one) => ({ ...ask, raw: fileForm('content', one) }),
};

function placesOf(one: NamedEndpoint, scene: Scene): Place[] {
  return [
    ...pathPlaces(one, scene),
    ...queryPlaces(one),
    ...bodyPlaces(one, scene.body),
    ...(one.endpoint.multipart ? [filePlace] : []),
    ...headerPlaces,
  ];
}

/** Longer addresses and headers are cut off by what stands between, before the service sees them. */
const MAX_HEAD = 8_000;

/** Whether a request can hold the string there at all: a header takes no line break and no letter beyond Latin. */
function canBeSent(place: Place, value: string): boolean {
  if (place.isInBody) return true;
  if (!headerNames.includes(place.name)) return encodeURIComponent(value.toWellFormed()).length < MAX_HEAD;
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) && value.length < MAX_HEAD;
}

/** Accepted text is returned unchanged. */
function checkKept(place: Place, value: string, answer: Answer): void {
  const given = (answer.data as Record<string, unknown> | undefined)?.[place.name];
  if (answer.status < 300 && typeof given === 'string') expect(given.trim()).toBe(value.trim());
}

function callerOf({ endpoint, name }: NamedEndpoint): Who {
  return endpoint.allows === 'admin' ? 'key' : name === 'session.login' ? 'nobody' : 'insider';
}

function checkFileName(name: unknown): void {
  expect(name).not.toMatch(/[\u0000-\u001f\u007f-\u009f/\\]/);
  expect(['', '.', '..']).not.toContain(name);
}

/** The requests that check a password: most strings make it a wrong one, and those are throttled. */
const checkingPasswords: readonly string[] = ['session.login', 'session.updateMe'];

/**
 * Sends each string in each place of a request: never a 5xx, nothing that the caller may not see. If wrong passwords make
 * the suite wait, one string for each place is enough.
 */
async function throwAll(world: World, one: NamedEndpoint, next: () => readonly string[]): Promise<void> {
  const who = callerOf(one);
  const scene = await scenes[one.name](world, who);
  const { clock } = world.target;
  const isThrottled = checkingPasswords.includes(one.name);
  for (const place of placesOf(one, scene))
    for (const value of isThrottled && !clock && !isFull ? next().slice(0, 1) : next()) {
      if (!canBeSent(place, value)) continue;
      if (isThrottled) clock?.advance(60_000);
      const answer = await world.call(place.put(askOf(one, scene, who), value));
      const what = `${one.title}, ${place.name} = ${JSON.stringify(value).slice(0, 200)}`;
      expect(answer.status, what).toBeLessThan(500);
      if (who !== 'key') expect(answer.text, `${what} shows what the agent may not see`).not.toContain(world.secret);
      checkKept(place, value, answer);
      if (place === filePlace) checkFileName((answer.data as { name: string }).name);
    }
}

/** Resources that a request can use up are made again for each. */
const tested = endpoints.filter(({ name }) => name !== 'session.logout');

/** Sends each value as the body of a request, and in each field of the body: never a 5xx. */
async function throwJson(world: World, one: NamedEndpoint, values: readonly unknown[]): Promise<void> {
  const who = callerOf(one);
  const scene = await scenes[one.name](world, who);
  const fields = fieldsOf(one.endpoint.body).filter(field => hasPlaceFor(scene.body, field));
  const bodies = values.flatMap(value => [value, ...fields.map(({ path }) => withValue(scene.body, path, value))]);
  for (const body of bodies) {
    if (checkingPasswords.includes(one.name)) world.target.clock?.advance(60_000);
    const answer = await world.call({ ...askOf(one, scene, who), body });
    expect(answer.status, `${one.title} ${JSON.stringify(body)}`).toBeLessThan(500);
  }
}

/**
 * Strings made to break out of queries, paths and headers go through every parameter and do nothing. Where the suite is
 * asked again, one string for each parameter is enough: which, is another each time.
 */
export function registerHostile(world: () => World, again?: string): void {
  const count = (first: number) => runs(again === undefined ? first : 1);
  // Failed sign-ins are throttled: a remote help center makes the suite wait.
  const timeout = isFull ? 3_600_000 : 120_000;
  describe('hostile strings of our own do no harm in any parameter', () => {
    const next = createSampler(ownStrings, count(5));
    test.for(sampled(tested))('$title', { timeout }, one => throwAll(world(), one, next));
  });

  describe('the corpus’s hostile strings do no harm in any parameter', skippedFor(whyNoPayloads), () => {
    const next = createSampler(payloads(), count(2));
    test.for(sampled(tested))('$title', { timeout }, one => throwAll(world(), one, next));
  });

  describe('generated JSON does no harm in any body', () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 6 }), { seed: 1, numRuns: count(5) });
    const bodied = tested.filter(({ endpoint }) => endpoint.body);
    test.for(sampled(bodied))('$title', { timeout }, one => throwJson(world(), one, values));
  });

  test('any text may be searched for', { timeout }, async () => {
    const all = [...ownStrings, ...payloads()];
    for (const q of createSampler(all, runs(again === undefined ? 150 : 50))())
      for (const path of ['/conversations', '/tags', '/contacts']) {
        const answer = await world().call({ method: 'GET', path, query: { q: q.slice(0, 1_000) }, as: 'insider' });
        expect(answer.status, `${path} ${q.slice(0, 200)} ${answer.text.slice(0, 300)}`).toBe(200);
        expect(answer.text).not.toContain(world().secret);
      }
  });

  test('titles with such strings are found by their own words', async () => {
    for (const text of createSampler(ownStrings, 20)()) {
      const word = world().unique('word').replaceAll('-', '');
      const title = `${word} ${text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')}`.slice(0, 200);
      const { id } = await world().make.conversation({ title });
      const found = await world().get<{ id: number }[]>('/conversations', 'insider', { q: word });
      expect(
        found.map(one => one.id),
        title,
      ).toEqual([id]);
    }
  });
}
