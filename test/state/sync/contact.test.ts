import { expect, test } from 'vitest';
import { administer } from '../../../src/state/administration/administer.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const OWN = { error: { code: 'not_found', message: 'There is no such path.' } };
const GATEWAYS = { message: 'no Route matched with those values' };

/** A desk at a help center in whose place the calls of this path are answered 404, so many times. */
async function lacking(path: RegExp, body: object) {
  const center = fakeCenter([row(1), row(2)]);
  center.note(1, 'Called her.', 2);
  const { fetch } = center;
  const state = { times: 0, asked: 0 };
  center.fetch = async request => {
    const answer = await fetch(request);
    if (!path.test(`${request.method} ${new URL(request.url).pathname}`)) return answer;
    state.asked += 1;
    state.times -= 1;
    return state.times >= 0 ? new Response(JSON.stringify(body), { status: 404 }) : answer;
  };
  const bench = await openDesk(center);
  const read = async () => {
    await openConversation(bench.desk, 1);
    await bench.idle();
    return bench.desk
      .world()
      .base.threads.get(1)
      ?.notes.map(({ details }) => details);
  };
  return { bench, state, read };
}

test('one 404 of a gateway, in JSON, ends nothing', async () => {
  for (const body of [GATEWAYS, OWN]) {
    const { bench, state, read } = await lacking(/GET .*\/notes$/, body);
    state.times = 1;
    await read();
    expect(bench.desk.world().offers.notes).toBeUndefined();
    expect(await read()).toEqual(['Called her.']);
  }
});

test('a gateway that goes on with it ends nothing either at a help center of our kind', async () => {
  const { bench, state, read } = await lacking(/GET .*\/notes$/, GATEWAYS);
  state.times = 9;
  await read();
  expect([bench.desk.world().offers.notes, bench.desk.world().detail.problem]).toEqual([undefined, GATEWAYS.message]);
});

test('a feature that the help center refuses twice is lacking until a success brings it back', async () => {
  const { bench, state, read } = await lacking(/GET .*\/notes$/, OWN);
  state.times = 2;
  await read();
  expect(bench.desk.world().offers.notes).toBe('This help center does not list notes.');
  await refresh(bench.desk);
  expect(bench.desk.world().offers.notes).toBeUndefined();
  expect(await read()).toEqual(['Called her.']);
});

test('data that no action asks for again is asked for after R', async () => {
  const { bench, state } = await lacking(/POST .*\/teams$/, OWN);
  const { desk } = bench;
  const add = () => administer(desk, 'team.create', () => desk.client.team.create({ body: { name: 'Night' } }));
  state.times = 4;
  expect(await add()).toMatchObject({ reason: 'This help center does not offer that (404).' });
  expect([state.asked, await add(), state.asked]).toMatchObject([2, {}, 2]);
  await refresh(desk);
  await add();
  expect(state.asked).toBe(3);
});
