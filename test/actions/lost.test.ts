import { expect, test } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import { whyUnavailable } from '../../src/keys/act.ts';
import { cursorTo } from '../../src/state/list/cursor.ts';
import { poll, refresh, retryReads } from '../../src/state/sync/refresh.ts';
import { openConversation, readNewParts } from '../../src/state/sync/thread.ts';
import { row } from '../state/fake-center.ts';
import { type Bench, openDesk } from '../state/open-desk.ts';

const verbs = actions.filter(({ writes, scope }) => writes && scope === 'conversations');

const SAID = 'Not possible with #3: It was deleted, or its inbox is closed to you now.';

/** A desk whose open conversation the help center shows no more. */
async function loseOpen(): Promise<Bench> {
  const bench = await openDesk([row(1), row(2), row(3)]);
  await openConversation(bench.desk, 3);
  bench.center.conversations.delete(3);
  return bench;
}

function reasons({ desk }: Bench): ReadonlySet<string | undefined> {
  return new Set(verbs.map(verb => whyUnavailable(verb, desk.world())));
}

/** The ways in which the desk hears of it. */
const WAYS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  'the list is read': ({ desk }) => poll(desk),
  'the conversation is read': ({ desk }) => readNewParts(desk, 3),
  'the agent asks for all again': ({ desk }) => refresh(desk),
};

test.for(Object.entries(WAYS))(
  'if access to the open conversation is lost, the detail and each verb say so once %s',
  async ([, hear]) => {
    const bench = await loseOpen();
    const { desk } = bench;
    await hear(bench);
    desk.set({ pane: 'detail' });
    expect(desk.detailLines()).toEqual([]);
    expect(desk.world().detail.problem).toMatch(/It was deleted, or its inbox is closed|There is no conversation 3/);
    expect(reasons(bench)).toEqual(new Set([SAID]));
  },
);

test('a row that is no longer there refuses each verb, and its neighbour does not', async () => {
  const bench = await openDesk([row(1), row(2), row(3)]);
  bench.center.conversations.delete(3);
  await poll(bench.desk);
  expect(reasons(bench)).toEqual(new Set([SAID]));
  bench.desk.set({ list: cursorTo(bench.desk.world().list, 1, 20) });
  expect(reasons(bench)).not.toContain(SAID);
});

test('a lost conversation is not read again and again', async () => {
  const bench = await loseOpen();
  const stop = retryReads(bench.desk);
  await readNewParts(bench.desk, 3);
  expect(bench.clock.waiting()).toBe(0);
  stop();
});
