import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { loadPeople } from '../../../src/state/sync/sections.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const OTHERS = 24;

describe('the people of a conversation', () => {
  let center: OpenCenter;
  let zoe = 0;
  let ruth = 0;
  const ids: number[] = [];

  async function make(path: string, body: object): Promise<number> {
    return (await center.call('POST', path, { body })).body.data.id;
  }

  beforeAll(async () => {
    center = await openCenter();
    zoe = await make('/contacts', { name: 'Zoë Quinn', email: 'zoe@customer.example' });
    ruth = await make('/contacts', { name: 'Ruth Amsel', email: 'ruth@customer.example' });
    for (let at = 0; at <= OTHERS; at += 1) {
      center.clock.now += 1_000;
      ids.push(await make('/conversations', { title: `Title ${at}`, contacts: at === 0 ? [zoe, ruth] : [zoe] }));
    }
    await make('/conversations', { title: 'Of Ruth alone', contacts: [ruth] });
  });
  afterAll(() => center.close());

  async function open(id: number) {
    const { desk } = await openDesk([], { isLoaded: false });
    const answers: string[] = [];
    const client = createClient({
      baseUrl: 'http://desk.example',
      token: () => center.tokens.admin,
      fetch: async request => {
        const response = await center.center.fetch(request);
        answers.push(`${request.method} ${new URL(request.url).pathname.replace(/.*\/v1/, '')} ${response.status}`);
        return response;
      },
    });
    const own = { ...desk, client };
    await openConversation(own, id);
    answers.length = 0;
    return { own, answers, people: () => threadOf(own.world(), id)?.people };
  }

  test('are read with one request, and again with one that is answered without a body', async () => {
    const { own, answers, people } = await open(ids[1]!);
    await loadPeople(own, ids[1]!);
    expect(answers).toEqual(['GET /conversations 200']);
    const first = people();
    expect(first?.others.map(({ id }) => id)).toEqual(
      ids
        .filter((_, at) => at !== 1)
        .toReversed()
        .slice(0, 20),
    );
    expect([first?.total, first?.problem]).toEqual([OTHERS, null]);
    answers.length = 0;
    await loadPeople(own, ids[1]!);
    expect(answers).toEqual(['GET /conversations 304']);
    expect(people()?.others).toEqual(first?.others);
  });

  test('are read with their names, each once, if the conversation has further contacts', async () => {
    const { own, answers, people } = await open(ids[0]!);
    await loadPeople(own, ids[0]!);
    expect(answers.toSorted()).toEqual([`GET /contacts/${ruth} 200`, 'GET /conversations 200']);
    expect(people()?.contacts).toEqual([{ id: ruth, name: 'Ruth Amsel', email: 'ruth@customer.example' }]);
    answers.length = 0;
    await loadPeople(own, ids[0]!);
    expect(answers).toEqual(['GET /conversations 304']);
  });

  test('have conversations in which they are not the requester', async () => {
    const id = await make('/conversations', { title: 'Another of Ruth', contacts: [ruth] });
    const { own, people } = await open(id);
    await loadPeople(own, id);
    expect(people()?.others.map(({ title }) => title)).toEqual(['Of Ruth alone', 'Title 0']);
  });
});

test('a help center that ignores the filter cannot say which conversations are one customer’s', async () => {
  const { desk } = await openDesk([row(1), row(2), row(3)]);
  await openConversation(desk, 2);
  await loadPeople(desk, 2);
  const { others, problem } = threadOf(desk.world(), 2)!.people!;
  expect([others, problem]).toEqual([[], 'This help center cannot list one customer’s conversations.']);
});

test('names that could not be read are tried again the next time', async () => {
  const bench = await openDesk([row(1)]);
  await openConversation(bench.desk, 1);
  bench.link = 'down';
  await loadPeople(bench.desk, 1);
  expect(threadOf(bench.desk.world(), 1)?.people?.problem).toMatch(/cannot be reached|no link|answer/i);
  bench.link = 'up';
  await loadPeople(bench.desk, 1);
  expect(threadOf(bench.desk.world(), 1)?.people?.problem).toBe(null);
});
