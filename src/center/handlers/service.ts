import { doings } from '../../contract/presence.ts';
import { checkReadable } from '../model/health.ts';
import type { Handlers } from './call.ts';

function doingsOf(asked: (typeof doings)[number] | undefined) {
  return asked === undefined ? [] : doings.slice(0, doings.indexOf(asked) + 1);
}

export const service: Handlers['service'] = {
  events: {
    loose: async ({ query: { rows, presence, erased } }) => ({
      events: { hasRows: rows === '1', doings: doingsOf(presence), erased },
    }),
  },
  openapi: { loose: async ({ context }) => ({ json: await context.document(), isKept: true }) },
  health: {
    loose: async ({ context }) => {
      await checkReadable(context.store.reader);
      return { json: '{"status":"ok"}', isKept: false };
    },
  },
};
