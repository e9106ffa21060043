import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { NamedEndpoint } from '../conformance/endpoints.ts';
import { fieldsOf, hasPlaceFor, withValue } from '../conformance/fields.ts';
import { tested, throwAll } from '../conformance/hostile.ts';
import { ownStrings, payloads, whyNoPayloads } from '../conformance/hostile-strings.ts';
import { askOf, scenes, usualCaller } from '../conformance/scenes.ts';
import type { Target } from '../conformance/target.ts';
import { createWorld, type World } from '../conformance/world.ts';
import { createCenter } from '../harness/center.ts';
import { codePoint } from '../harness/code-point.ts';
import { checkWhole } from './consistency.ts';
import { type Fault, type Run, sized } from './fault.ts';
import { attachmentsOf } from './people.ts';
import { apiKey } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** So many generated values go into each field of each body. */
const FULL_VALUES = 100;

/** Odd corners of Unicode: halves, no-characters, marks without a base, what changes its length with its case. */
const oddities: readonly string[] = [
  '\u0000',
  '\ud83d',
  '\udc00\ud800',
  '\ufffe\uffff',
  '\u{10ffff}',
  '\u{e0001}\u{e0041}\u{e007f}',
  '\u0301\u0301',
  '\u0345Α\u0399\u0390',
  'ŉ\u01f0\ufb03\u1e9e',
  '\u2028\u2029\u0085',
  '\u202a\u202b\u202d\u202e\u2066\u2069',
  '\u115f\u1160\u3164\uffa0',
  '\u0600\u0601\u06dd\u070f',
  '👨‍👩‍👧‍👦🏳️‍🌈🇦🇦🇧',
  '\uff07\uff02\uff1b\uff05\u2019',
  '\u212a\u017f\u0130\u0131',
  '\u1100\u1161\u11a8각',
  '\u{1f600}'.repeat(100),
  'Ⓐⅷ²½㎏',
];

/** The run's share of a list, another one at each turn. */
function sampled<T>(run: Run, turn: number, list: readonly T[]): readonly T[] {
  const step = Math.round(1 / run.share);
  return list.filter((_, at) => (at + run.seed + turn) % step === 0);
}

/** In process: over a connection the same million requests would take hours; the conformance suite goes that way. */
async function openTarget(database: TestDatabase): Promise<Target> {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const center = await createCenter({
    database: database.location,
    attachmentsFolder: attachmentsOf(database),
    now,
    elapsed: () => performance.now() + aheadMs,
    settings: { apiKeys: [apiKey], passwordCost: 4, rateLimit: 1_000_000_000 },
  });
  const advance = (ms: number): void => {
    aheadMs += ms;
  };
  return {
    baseUrl: 'http://desk.example',
    apiKey,
    run: 'hostile',
    fetch: request => center.fetch(request),
    clock: { now, advance },
    close: () => center.close(),
  };
}

/** Generated JSON in each field of an endpoint's body and instead of all of it. Returns the number of requests. */
async function throwJson(world: World, one: NamedEndpoint, values: readonly unknown[]): Promise<number> {
  if (!one.endpoint.body) return 0;
  const who = usualCaller(one);
  const scene = await scenes[one.name](world, who);
  const ask = askOf(one, scene, who);
  const fields = fieldsOf(one.endpoint.body).filter(field => hasPlaceFor(scene.body, field));
  const bodies = values.flatMap(value => [
    value,
    ...fields.map(field => withValue(scene.body, field.path, value ?? null)),
  ]);
  for (const body of bodies) {
    if (one.name === 'session.login') world.target.clock?.advance(60_000);
    const answer = await world.call({ ...ask, body: body ?? null });
    ok(answer.status < 500, `${one.title} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`);
  }
  await world.sweep();
  return bodies.length;
}

/** The lists of payloads, oddities of Unicode and generated JSON through every parameter of every endpoint. */
export const hostile: Fault = async run => {
  const database = await openTestDatabase(run);
  const target = await openTarget(database);
  try {
    const world = await createWorld(target);
    const generated = fc.sample(fc.string({ unit: codePoint, maxLength: 300 }), {
      seed: run.seed,
      numRuns: FULL_VALUES,
    });
    const strings = [...payloads(), ...ownStrings, ...oddities, ...generated];
    const values = fc.sample(fc.jsonValue({ maxDepth: 6 }), {
      seed: run.seed,
      numRuns: Math.ceil(FULL_VALUES * run.share),
    });
    let bodies = 0;
    for (const [turn, one] of tested.entries()) {
      await throwAll(world, one, () => sampled(run, turn, strings));
      bodies += await throwJson(world, one, values);
    }
    await target.close();
    await checkWhole(database);
    const lists = whyNoPayloads === undefined ? 'with' : `without (${whyNoPayloads})`;
    return `${sized(run, strings.length)} of ${strings.length} strings ${lists} the lists in each parameter of ${tested.length} endpoints and ${bodies} generated bodies: no 5xx, nothing of others shown`;
  } finally {
    await target.close().catch(() => undefined);
    await database.close();
  }
};
