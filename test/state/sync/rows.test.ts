import { expect, test } from 'vitest';
import { ConversationRow } from '../../../src/contract/conversation.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { openList, rereadList } from '../../../src/state/sync/list.ts';
import { loadWholeConversation } from '../../../src/state/sync/sections.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { type FakeCenter, fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const PEOPLE = [{ name: 'Zoë Quinn', email: 'zoe@customer.example' }];

/** A help center that lists rows alone if it is asked for them, or refuses to be asked. */
function centerOfRows(center: FakeCenter, isRefusing = false): FakeCenter {
  const { fetch } = center;
  const cut = (item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(ConversationRow.entries, name)));
  center.fetch = async request => {
    const isOfRows = new URL(request.url).searchParams.get('fields') === 'list';
    if (isOfRows && isRefusing)
      return Response.json({ error: { code: 'bad_query', message: 'fields is unknown.' } }, { status: 400 });
    const answer = await fetch(request);
    if (answer.status !== 200) return answer;
    const body = await answer.json();
    const isList = Array.isArray(body.data);
    const whole = isList ? body.data : { ...body.data, participants: PEOPLE };
    const data = isList && isOfRows ? body.data.map(cut) : whole;
    return Response.json({ ...body, data }, { headers: answer.headers });
  };
  return center;
}
function known({ desk }: Bench, id: number) {
  return conversationOf(desk.world(), id);
}

test('a list is read as rows, once, with the same size again, and says nothing if nothing changed', async () => {
  const { desk, center } = await openDesk(centerOfRows(fakeCenter(Array.from({ length: 90 }, (_, at) => row(at + 1)))));
  await rereadList(desk, 'poll');
  const lists = center.requests.filter(request => request.includes('/conversations?'));
  expect(lists).toHaveLength(2);
  expect(lists[1]).toBe(lists[0]);
  expect(lists[0]).toContain('fields=list');
});

test('the fields of a whole conversation are read when they are needed, once for each version', async () => {
  const bench = await openDesk(centerOfRows(fakeCenter([row(1), row(2)])));
  expect(known(bench, 1)).toMatchObject({ participants: [], contacts: [1] });
  expect(known(bench, 1)?.unsaid).toContain('participants');
  await loadWholeConversation(bench.desk, 1);
  expect(known(bench, 1)?.unsaid ?? []).not.toContain('participants');
  // A row of the same version takes nothing away.
  await rereadList(bench.desk, 'jump');
  expect(known(bench, 1)).toMatchObject({ participants: PEOPLE, preview: 'Hello' });
  expect(known(bench, 1)?.unsaid ?? []).not.toContain('participants');
  bench.center.receive(1);
  await rereadList(bench.desk, 'jump');
  // Who came since may be missing.
  expect(known(bench, 1)).toMatchObject({ participants: [], version: 2 });
  const before = bench.center.requests.length;
  await loadWholeConversation(bench.desk, 1);
  await loadWholeConversation(bench.desk, 1);
  expect(bench.center.requests.slice(before)).toEqual(['GET /conversations/1']);
});

test('a help center that refuses to be asked for rows is asked for everything, and not for rows again', async () => {
  const center = centerOfRows(fakeCenter([row(1), row(2)]), true);
  const { fetch } = center;
  const asked: string[] = [];
  center.fetch = request => {
    if (request.url.includes('/conversations?') && request.url.includes('fields=list')) asked.push(request.url);
    return fetch(request);
  };
  const bench = await openDesk(center);
  expect(bench.desk.world().list.rows).toEqual([2, 1]);
  await openList(bench.desk, { ...unresolved, words: 'title' });
  await openConversation(bench.desk, 1);
  expect(bench.center.requests.filter(request => request.includes('fields=list'))).toEqual([]);
  expect(asked).toHaveLength(1);
});
