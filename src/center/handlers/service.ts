import { doings } from '../../contract/presence.ts';
import { healthOf } from '../model/health.ts';
import { Problem } from '../model/problem.ts';
import { timestamp } from '../model/time.ts';
import type { Handlers } from './call.ts';

function doingsOf(asked: (typeof doings)[number] | undefined) {
  return asked === undefined ? [] : doings.slice(0, doings.indexOf(asked) + 1);
}

export const serviceHandlers: Handlers['service'] = {
  events: {
    loose: async ({ query: { rows, presence, erased } }) => ({
      events: { hasRows: rows === '1', doings: doingsOf(presence), erased },
    }),
  },
  openapi: { loose: async ({ context }) => ({ json: await context.document(), isKept: true }) },
  ready: {
    loose: async ({ context }) => {
      const reasons = await context.readiness.look();
      if (reasons.length > 0) throw new Problem('unavailable', reasons.join(' '));
      const { count } = await healthOf(context.store, context.troubles);
      return { json: JSON.stringify({ status: 'ready', failing: count }), isKept: false };
    },
  },
  health: {
    loose: async ({ context, caller }) => {
      const { count, failing } = await healthOf(context.store, context.troubles);
      const faults = failing.map(({ since, againAt, ...one }) => ({
        ...one,
        since: timestamp(since),
        again_at: againAt === null ? null : timestamp(againAt),
      }));
      return {
        json: JSON.stringify({ status: 'ok', failing: count, ...(caller.seesAll && { faults }) }),
        isKept: false,
      };
    },
  },
};
