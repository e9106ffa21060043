import { describe, expect, test } from 'vitest';
import { conflicting } from '../../src/state/operations/operation.ts';
import { keepMine, keepTheirs } from '../../src/state/outbox/resolve-conflict.ts';
import { memoryStorage } from '../../src/state/outbox/storage.ts';
import { openConversation } from '../../src/state/sync/thread.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { ForeignCenter } from './center/help-center.ts';
import { receive } from './center/routes.ts';
import { change, partsOf } from './center/store.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';

const ONE = 101;

function fill({ conversation }: ForeignCenter): void {
  conversation('A late parcel', { id: ONE });
}

const FORMS = FREEDOMS.fields.flatMap(fields =>
  FREEDOMS.messages.map(messages => [fields, messages] as [Variant['fields'], Variant['messages']]),
);

/** The agent does something without a link, and others something else meanwhile. */
async function meanwhile(bench: ForeignBench, own: () => void, theirs: () => void): Promise<void> {
  await openConversation(bench.desk, ONE);
  await bench.idle();
  bench.isCut = true;
  own();
  await bench.idle();
  bench.clock.advance(60_000);
  theirs();
  bench.isCut = false;
  await bench.pass();
}

describe('without versions, changes of others are read before a change is sent', () => {
  test.for(FORMS)('a customer’s new message asks before archiving: %s, messages %s', async ([fields, messages]) => {
    const bench = await openForeignDesk({ fields, messages }, { fill });
    const { desk, center } = bench;
    await meanwhile(
      bench,
      () => desk.commit('conversation.archive', { ids: [ONE] }),
      () => receive(center.store, ONE, 'WAIT, it came!'),
    );
    const [entry] = conflicting(desk.world());
    expect(entry?.conflict).toMatchObject([{ id: ONE, kind: 'message', text: 'WAIT, it came!' }]);
    expect(center.store.conversations.get(ONE)?.archived).toBe(false);
    keepMine(desk, entry!.key, [ONE]);
    await bench.pass();
    expect(center.store.conversations.get(ONE)?.archived).toBe(true);
    desk.stop();
  });

  test.for(FORMS)('another assignee asks: %s, messages %s', async ([fields, messages]) => {
    const bench = await openForeignDesk({ fields, messages }, { fill });
    const { desk, center } = bench;
    await meanwhile(
      bench,
      () => desk.commit('conversation.assign', { ids: [ONE], assign_to: 7 }),
      () => change(center.store, ONE, 'assignee.updated', { assignTo: 8 }),
    );
    const [entry] = conflicting(desk.world());
    expect(entry?.conflict).toMatchObject([{ id: ONE, kind: 'field', mine: 7, theirs: 8 }]);
    keepTheirs(desk, entry!.key, [ONE]);
    await bench.pass();
    expect([center.store.conversations.get(ONE)?.assignTo, desk.world().pending]).toEqual([8, []]);
    desk.stop();
  });

  test.for(FREEDOMS.errors)('a note follows to the survivor, with errors as %s', async errors => {
    const bench = await openForeignDesk(
      { errors },
      { fill: center => void [fill(center), center.conversation('B', { id: 102 })] },
    );
    const { desk, center } = bench;
    await meanwhile(
      bench,
      () => desk.commit('note.add', { ids: [ONE], details: 'Called her.' }),
      () => {
        const body = JSON.stringify([ONE]);
        center.answer({
          method: 'POST',
          target: '/api/agent/v1/conversations/102/merge',
          token: 'foreign-token',
          body,
        });
      },
    );
    expect(desk.world().pending).toEqual([]);
    expect(partsOf(center.store.notes, 102).map(({ details }) => details)).toEqual(['Called her.']);
    desk.stop();
  });
});

test.for(FREEDOMS.writes)('a desk that ended before the answer came adds its note once: %s', async writes => {
  const storage = memoryStorage();
  const first = await openForeignDesk({ writes }, { fill, storage });
  await openConversation(first.desk, ONE);
  await first.idle();
  first.center.mishap = method => (method === 'GET' ? undefined : 'done and cut');
  first.desk.commit('note.add', { ids: [ONE], details: 'Called her.' });
  await first.idle();
  first.desk.stop();
  first.center.mishap = () => undefined;
  const second = await openForeignDesk({ writes }, { storage, center: first.center });
  await second.pass();
  expect(second.desk.world().pending).toEqual([]);
  expect(partsOf(first.center.store.notes, ONE).map(({ details }) => details)).toEqual(['Called her.']);
  second.desk.stop();
});
