import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const lists = endpoints.filter(
  ({ endpoint }) => endpoint.gives === 'list' && endpoint.method === 'GET' && endpoint.query,
);

/** What is not left of each. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'conversation.list': ['created_at', 'participants', 'preview', 'updated_at'],
  'message.list': ['body_html'],
  'inbox.list': [
    'agent_ids',
    'autoresponse_text',
    'description',
    'emails',
    'not_carried_out',
    'quote',
    'rating_message',
    'send_autoresponse',
    'send_rating_request',
    'signature',
    'team_ids',
    'unsent',
  ],
};

type Row = Readonly<Record<string, unknown>>;

/** Lists whose entries have only what a row shows. */
export function registerListRows(world: () => World): void {
  describe('fields=list', () => {
    test.for(lists)('$title lists the same entries with the fields that a row shows', async one => {
      if (one.name === 'inbox.list') await world().make.inbox({ send_autoresponse: true, autoresponse_text: 'Hello' });
      if (one.name === 'message.list') await world().make.message((await world().make.conversation()).id);
      const ask = await newAsk(world(), one);
      const [, id] = /^\/conversations\/(\d+)/.exec(ask.path) ?? [];
      if (id) await world().make.message(Number(id));
      const [whole, rows] = [
        (await world().call({ ...ask, query: {} })).data as Row[],
        (await world().call({ ...ask, query: { fields: 'list' } })).data as Row[],
      ];
      const gone = leftOut[one.name] ?? [];
      expect(rows).toEqual(
        whole.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => !gone.includes(name)))),
      );
      const left = new Set(whole.flatMap(row => Object.keys(row)).filter(name => gone.includes(name)));
      if (whole.length > 0) expect([...left].sort()).toEqual(gone);
      if (one.endpoint.row) for (const row of rows) expect(v.safeParse(one.endpoint.row, row).output).toEqual(row);
    });

    test.for(['created_at', 'updated_at'])(
      'a conversation has the time %s if the list is sorted by it',
      async field => {
        const { id } = await world().make.conversation();
        const read = async (sort?: string) =>
          (await world().get<Row[]>('/conversations', 'key', { ids: [id], fields: 'list', ...(sort && { sort }) }))[0]!;
        expect(await read(`${field}.desc`)).toEqual({ ...(await read()), [field]: expect.any(String) });
      },
    );

    test.for(lists)('$title accepts no other value', async one => {
      const answer = await world().call({ ...(await newAsk(world(), one)), query: { fields: 'id' } });
      expect([answer.status, answer.code, answer.details[0]?.path]).toEqual([422, 'validation_failed', 'fields']);
    });

    test('has an ETag of its own, and its cursors work in either form', async () => {
      const { id: inbox_id } = await world().make.inbox();
      const made = [await world().make.conversation({ inbox_id }), await world().make.conversation({ inbox_id })];
      const query = { inbox_ids: [inbox_id], limit: 1, sort: 'created_at.asc' };
      const get = (more: object, headers = {}) =>
        world().call({ method: 'GET', path: '/conversations', query: { ...query, ...more }, headers });
      const [whole, rows] = [await get({}), await get({ fields: 'list' })];
      const etag = rows.headers.get('etag')!;
      expect(etag).not.toBe(whole.headers.get('etag'));
      expect((await get({ fields: 'list' }, { 'if-none-match': etag })).status).toBe(304);
      for (const [{ nextCursor: cursor }, more] of [
        [whole, { fields: 'list' }],
        [rows, {}],
      ] as const)
        expect((await get({ ...more, cursor })).data).toMatchObject([{ id: made[1]!.id, title: made[1]!.title }]);
    });
  });
}
