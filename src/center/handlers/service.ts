import { checkReadable } from '../model/health.ts';
import type { Handlers } from './call.ts';

export const service: Handlers['service'] = {
  events: { loose: async call => ({ events: { hasRows: call.query.rows === '1' } }) },
  openapi: { loose: async ({ context }) => ({ json: await context.document(), isKept: true }) },
  health: {
    loose: async ({ context }) => {
      await checkReadable(context.store.reader);
      return { json: '{"status":"ok"}', isKept: false };
    },
  },
};
