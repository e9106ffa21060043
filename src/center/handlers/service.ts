import { bodyEtag } from '../model/etag.ts';
import { once } from '../model/once.ts';
import type { Handlers } from './call.ts';

const json = { 'content-type': 'application/json' };

const jsonAnswer = (value: unknown) => {
  const body = JSON.stringify(value);
  return { status: 200, headers: { ...json, etag: `"${bodyEtag(body)}"` }, body };
};

/** Loaded and made when it is first asked for, as few starts are; it is the same for everyone. */
const description = once(async () => {
  const { openApi } = await import('../openapi/document.ts');
  return jsonAnswer(openApi());
});

export const service: Handlers['service'] = {
  events: {
    loose: async call => {
      const given = call.request.headers.get('last-event-id');
      // What is no number was never given by this service: the reader must start anew, as if it were too old.
      const lastId = given === null ? undefined : /^\d{1,15}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY;
      return call.parts.hub.open(call.caller, lastId, call.query.rows === '1');
    },
  },
  openapi: { loose: description },
  health: {
    loose: async ({ parts }) => {
      await parts.store.reader.selectFrom('setting').select('key').limit(1).execute();
      return { status: 200, headers: { ...json, 'cache-control': 'no-store' }, body: '{"status":"ok"}' };
    },
  },
};
