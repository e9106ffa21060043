import { expect, test } from 'vitest';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import type { Offline } from '../../../src/state/world.ts';
import { type SafeText, t } from '../../../src/text/safe.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

function offline(why: Offline['why'], text: SafeText): Offline {
  return { since: 0, why, text, nextTryAt: 0 };
}

const PORTAL = t`A sign-in page of wifi.train.example answers instead of the help center`;
const REASON = t`The token is missing, unknown, expired or revoked. Sign in again.`;
const REVOKED = 'The help center no longer takes this token.';

test('a revoked token and a sign-in page are said once, with the kept changes, and the line goes with them', async () => {
  const { desk } = await openDesk([row(1)]);
  const said = () => desk.world().notice?.text;
  desk.set({ offline: offline('signedOut', REASON) });
  expect(said()).toBe(`${REVOKED} · gs signs in`);
  desk.set({ offline: { ...offline('signedOut', REASON), nextTryAt: 1 }, notice: null });
  expect(said()).toBeUndefined();
  desk.set({ offline: offline('portal', PORTAL) });
  expect(said()).toBe(`${PORTAL}.`);
  desk.set({ offline: null });
  expect(said()).toBeUndefined();
  desk.set({ offline: offline('unreachable', t`No answer.`) });
  expect(said()).toBeUndefined();
});

test.each([
  ['signedOut', `${REVOKED} 2 changes are kept · gs signs in`],
  ['portal', `${PORTAL}. 2 changes are kept`],
] as const)('changes made meanwhile are kept, and the line says how many: %s', async (why, expected) => {
  const bench = await openDesk([row(1), row(2)]);
  bench.desk.set({ offline: offline(why, why === 'portal' ? PORTAL : REASON), notice: null });
  bench.link = 'down';
  for (const id of [1, 2]) bench.desk.commit('conversation.archive', { ids: [id] });
  await bench.idle();
  expect(bench.desk.world().notice?.text).toBe(expected);
});

test('a help center that is not ours, without events, is found within 15 s to take the token no longer', async () => {
  const bench = await openDesk([row(1)]);
  bench.center.absent.add('/events');
  const stop = keepUp(bench.desk, { hasEvents: true });
  await bench.idle();
  bench.center.fetch = async () => new Response('{"message": "Unauthenticated."}', { status: 401 });
  for (let second = 0; second < 15; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
  expect(bench.desk.world().offline).toMatchObject({ why: 'signedOut', text: 'Unauthenticated.' });
  expect(bench.desk.world().notice?.text).toBe(`${REVOKED} · gs signs in`);
  stop();
});
