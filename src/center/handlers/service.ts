import { checkReadable } from '../model/health.ts';
import type { Handlers } from './call.ts';

export const service: Handlers['service'] = {
  events: { loose: async call => ({ events: { hasRows: call.query.rows === '1' } }) },
  openapi: { loose: async ({ parts }) => ({ json: await parts.document(), isKept: true }) },
  health: {
    loose: async ({ parts }) => {
      await checkReadable(parts.store.reader);
      return { json: '{"status":"ok"}', isKept: false };
    },
  },
};
