import { expect, it } from 'vitest';
import { dismiss } from '../../../src/state/outbox/decide.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function said({ desk }: Bench) {
  return desk.world().notice?.text;
}
async function wait(bench: Bench, ms: number) {
  bench.clock.advance(ms);
  await bench.idle();
}

it('the notice that z undoes a merge stays as long as z can', async () => {
  const bench = await openDesk([row(1), row(2)]);
  bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
  await wait(bench, 9_000);
  expect(said(bench)).toMatch(/z takes it back within 10 s$/);
  await wait(bench, 1_000);
  expect(said(bench)).toBeUndefined();
});

it('the notice that z undoes a deletion stays as long as z can, also over a link that is down', async () => {
  const bench = await openDesk([row(1)]);
  bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
  await bench.idle();
  await openConversation(bench.desk, 1);
  bench.link = 'down';
  bench.desk.commit('note.remove', { ids: [1], noteId: [...bench.center.notes.keys()][0]! });
  await wait(bench, 7_000);
  expect(said(bench)).toMatch(/z takes it back within 8 s$/);
  await wait(bench, 1_000);
  expect(said(bench)).not.toMatch(/takes it back/);
});

it('another notice stays when a hold ends', async () => {
  const bench = await openDesk([row(1), row(2), row(3)]);
  bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
  bench.desk.notify({ tone: 'done', text: safeLine('Marked all 3') });
  await wait(bench, 10_000);
  expect(said(bench)).toBe('Marked all 3');
});

it('the notice that a refused change is kept stays until it is dismissed', async () => {
  const bench = await openDesk([row(1)]);
  bench.center.refusals.set(1, { status: 403, message: 'You may not.' });
  bench.desk.commit('conversation.archive', { ids: [1] });
  await bench.idle();
  expect(said(bench)).toBe('Not archived: You may not. · go keeps it');
  dismiss(
    bench.desk,
    bench.desk.world().refused.map(({ key }) => key),
  );
  expect(said(bench)).toBeUndefined();
});

it('z on a note that the agent deleted does not blame others', async () => {
  const bench = await openDesk([row(1)]);
  bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
  await bench.idle();
  await openConversation(bench.desk, 1);
  bench.desk.commit('note.remove', { ids: [1], noteId: [...bench.center.notes.keys()][0]! });
  await wait(bench, 8_000);
  bench.desk.undo();
  expect(said(bench)).toBe('Deleted a note of #1 was sent and cannot be undone.');
  bench.desk.undo();
  expect(said(bench)).not.toMatch(/Another agent/);
});
