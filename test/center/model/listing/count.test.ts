import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listConversations } from '../../../../src/center/model/listing/list.ts';
import { openPage } from '../../../../src/center/model/listing/paging.ts';
import { makeConversation } from '../../conversations.ts';
import { openCenter } from '../../open-center.ts';

/** What a cursor is bound to. */
const CALL = { endpoint: { path: '/conversations' }, params: {}, secret: Buffer.from('secret') };

/** A help center with conversations, and the number and the statements of a list of them. */
async function openCounted(conversations: number) {
  const desk = await openCenter();
  onTestFinished(desk.close);
  for (let each = 0; each < conversations; each += 1)
    await makeConversation(desk, { title: `Late ${each}`, tags: ['late'] });
  return (query: { count?: '1'; limit?: number; archived?: 'any' }) =>
    desk.center.read(async ({ db, kind, now }) => {
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const caller = {
        kind: 'key',
        agentId: null,
        seesAll: true,
        tokenId: null,
        key: 'key:test',
        name: 'test',
      } as const;
      const asked = { tags: ['late'], ...query };
      const page = openPage({ query: asked, caller, ...CALL } as never, 'last_message_at.desc');
      const { total } = await listConversations(
        { db: db.withPlugin(counting), kind, now },
        asked as never,
        caller,
        page,
      );
      return { statements, total };
    });
}

test('a list that fits on its first page is counted without another statement', async () => {
  const list = await openCounted(3);
  // The first list of a database prepares what the others use.
  await list({ archived: 'any' });
  const plain = await list({ archived: 'any' });
  const counted = await list({ archived: 'any', count: '1' });
  expect(counted).toEqual({ statements: plain.statements, total: 3 });
  const longer = await list({ archived: 'any', count: '1', limit: 2 });
  expect(longer.total).toBe(3);
  expect(longer.statements).toBeGreaterThan(plain.statements);
});
