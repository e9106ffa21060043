import { expect, test } from 'vitest';
import { moveAndDelete } from '../../../src/actions/inbox/inbox-delete.ts';
import { ApiError } from '../../../src/client/api-error.ts';
import type { Client } from '../../../src/client/client.ts';
import { MAX_BULK_IDS } from '../../../src/contract/conversation-filter.ts';
import type { Conversation } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { conversation, fakeDesk, sampleWorld } from '../../ui/world.ts';

const FROM = 3;
const TO = 1;
const PATIENT = { tell: () => undefined, isWanted: () => true, end: () => undefined };

/** A help center with this many conversations in the inbox, half of them archived; it refuses a later mass update. */
function scene({ count, refuseAt = Number.POSITIVE_INFINITY }: { count: number; refuseAt?: number }) {
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const all = Array.from(
    { length: count },
    (_, index): Conversation =>
      conversation(index + 1, 'Parcel', { inbox_id: FROM, archived: index % 2 === 0, message_count: 2 }),
  );
  const calls: string[] = [];
  const chunks: number[] = [];
  const reply = (data: readonly Conversation[]) => ({ data, nextCursor: null, etag: null, isSame: false, total: null });
  const found = () => all.filter(({ inbox_id }) => inbox_id === FROM);
  const client = {
    ...desk.client,
    conversation: {
      ...desk.client.conversation,
      list: async ({ query }: { query: { archived?: string; limit: number } }) =>
        reply(
          found()
            .filter(({ archived }) => archived === (query.archived === '1'))
            .slice(0, query.limit),
        ),
      massUpdate: async ({ body }: { body: { conversation_ids: number[]; inbox_id: number } }) => {
        chunks.push(body.conversation_ids.length);
        if (chunks.length >= refuseAt) {
          throw new ApiError({ status: 422, code: 'validation_failed', message: t`Full.`, shape: 'own' });
        }
        for (const id of body.conversation_ids) all[id - 1] = { ...all[id - 1]!, inbox_id: body.inbox_id };
        return reply([]);
      },
    },
    inbox: {
      ...desk.client.inbox,
      remove: async () => {
        calls.push('remove');
        return { isConfirmed: true };
      },
    },
  } as unknown as Client;
  return { desk: { ...desk, client }, calls, chunks, found };
}

test('all conversations of an inbox are moved in chunks, archived ones too, before it is deleted', async () => {
  const { desk, calls, chunks, found } = scene({ count: 1_001 });
  void moveAndDelete(desk, { inboxId: FROM, held: t`unknown`, to: TO }, PATIENT);
  await expect.poll(() => calls).toEqual(['remove']);
  expect(found()).toEqual([]);
  expect(chunks.reduce((sum, length) => sum + length, 0)).toBe(1_001);
  expect(Math.max(...chunks)).toBeLessThanOrEqual(MAX_BULK_IDS);
});

test('a refusal half-way deletes nothing and says how many were moved', async () => {
  const { desk, calls, found } = scene({ count: 1_001, refuseAt: 3 });
  void moveAndDelete(desk, { inboxId: FROM, held: t`unknown`, to: TO }, PATIENT);
  await expect.poll(() => desk.world().notice?.text).toBe('Returns not deleted, 400 conversations moved: Full.');
  expect(calls).toEqual([]);
  expect(found()).toHaveLength(601);
});

test('a help center that moves nothing and says nothing is not asked for ever', async () => {
  const { desk, calls } = scene({ count: 3 });
  const massUpdate = async () => ({ data: [], nextCursor: null, etag: null, isSame: false, total: null });
  const client = { ...desk.client, conversation: { ...desk.client.conversation, massUpdate } } as unknown as Client;
  void moveAndDelete({ ...desk, client }, { inboxId: FROM, held: t`unknown`, to: TO }, PATIENT);
  await expect
    .poll(() => desk.world().notice?.text)
    .toBe('Returns not deleted, 0 conversations moved: The help center left #2 in it.');
  expect(calls).toEqual([]);
});

test.each([0, 1, 3])(
  'stopped after %i requests it moves no more, deletes nothing, and says how many were moved',
  async after => {
    const { desk, calls, chunks, found } = scene({ count: 1_001 });
    const onlooker = { ...PATIENT, isWanted: () => chunks.length < after, end: () => calls.push('end') };
    void moveAndDelete(desk, { inboxId: FROM, held: t`unknown`, to: TO }, onlooker);
    await expect.poll(() => desk.world().notice?.text).toMatch(/^Stopped: Returns stays/);
    const moved = 1_001 - found().length;
    expect(chunks).toHaveLength(after);
    if (moved > 0) {
      const said = `Stopped: Returns stays, ${moved} conversations moved to Support · z cannot undo that`;
      expect(desk.world().notice?.text).toBe(said);
    }
    expect(calls).toEqual(['end']);
  },
);
