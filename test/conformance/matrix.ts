import { describe, expect, test } from 'vitest';
import { paramNames } from '../../src/contract/endpoint.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { EndpointName } from '../../src/contract/index.ts';
import { sampled } from '../harness/full.ts';
import type { Who } from './client.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const callers: readonly Who[] = ['nobody', 'outsider', 'insider', 'admin', 'key'];

type Outcome = ErrorCode | 'success';

/** Cells that do not follow from `allows` and the ids in the path, with the reason. */
const exceptions: Readonly<Partial<Record<EndpointName, Partial<Record<Who, readonly [Outcome, string]>>>>> = {
  'conversation.create': { outsider: ['validation_failed', 'its body names an inbox that the agent may not see'] },
  'conversation.massUpdate': { outsider: ['not_found', 'ids of a bulk call are told like ids in the path'] },
  'conversation.addTags': { outsider: ['not_found', 'ids of a bulk call are told like ids in the path'] },
  'conversation.removeTags': { outsider: ['not_found', 'ids of a bulk call are told like ids in the path'] },
  'inbox.bulkSort': { outsider: ['not_found', 'ids of a bulk call are told like ids in the path'] },
  'agent.update': { outsider: ['forbidden', 'every agent sees the list of agents'] },
  'status.update': { outsider: ['forbidden', 'every agent sees the list of statuses'] },
  'rule.update': { outsider: ['forbidden', 'a rule is not an agent’s: none sees any'] },
  'rule.remove': { outsider: ['forbidden', 'a rule is not an agent’s: none sees any'] },
  'team.update': { outsider: ['forbidden', 'every agent sees the list of teams'] },
};

function namesThings({ endpoint }: NamedEndpoint): boolean {
  return paramNames(endpoint.path).length > 0;
}

/** The consequences of `allows`: foreign resources are 404 before any other refusal, except for an anonymous caller. */
function ruled(one: NamedEndpoint, who: Who): Outcome {
  const { allows } = one.endpoint;
  if (allows === 'anyone') return 'success';
  if (who === 'nobody') return 'unauthorized';
  if (allows === 'agent' && who === 'key') return 'agent_token_required';
  if (who === 'outsider' && namesThings(one)) return 'not_found';
  if (allows === 'key' && who !== 'key') return 'forbidden';
  if (allows === 'admin' && (who === 'outsider' || who === 'insider')) return 'forbidden';
  return 'success';
}

function expected(one: NamedEndpoint, who: Who): Outcome {
  return exceptions[one.name]?.[who]?.[0] ?? ruled(one, who);
}

const cells = callers.flatMap(who =>
  endpoints.map(one => ({ one, who, title: one.title, outcome: expected(one, who), name: one.name })),
);

/** Who may do what: every endpoint for every kind of caller. */
export function registerMatrix(world: () => World): void {
  describe('the permissions of each caller', () => {
    test('every exception differs from the rule', () => {
      const idle = cells.filter(({ one, who, name }) => exceptions[name]?.[who]?.[0] === ruled(one, who));
      expect(idle.map(({ name, who }) => `${name} ${who}`)).toEqual([]);
    });

    test.for(sampled(cells))('$title by $who: $outcome', async ({ one, who, outcome }) => {
      const answer = await world().call(await newAsk(world(), one, who));
      expect(answer.code ?? (answer.status < 300 ? 'success' : answer.status), answer.text).toBe(outcome);
    });
  });
}
