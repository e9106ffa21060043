import { describe, expect, test } from 'vitest';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

/** A desk that has just written a note on conversation 1, and its id. */
async function withNote(text = 'Called her.') {
  const bench = await openDesk([row(1)]);
  await openConversation(bench.desk, 1);
  bench.desk.commit('note.add', { ids: [1], details: text });
  await bench.idle();
  const [noteId] = [...bench.center.notes.keys()];
  return { bench, noteId: noteId! };
}

function held({ center }: Bench): readonly string[] {
  return [...center.notes.values()].map(({ details }) => details);
}

function shown({ desk }: Bench): readonly string[] {
  return threadOf(desk.world(), 1)!.notes.map(({ details }) => details);
}

describe('a note that is changed', () => {
  test('shows its new text at once, and z brings the former one back', async () => {
    const { bench, noteId } = await withNote();
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    expect(shown(bench)).toEqual(['Wrote to her.']);
    await bench.idle();
    expect(held(bench)).toEqual(['Wrote to her.']);
    expect(bench.desk.world().notice?.text).toContain('Changed a note of #1');
    bench.desk.undo();
    expect(shown(bench)).toEqual(['Called her.']);
    await bench.idle();
    expect(held(bench)).toEqual(['Called her.']);
    expect(bench.desk.world().drafts.get('note:1')?.text).toBe('Wrote to her.');
  });

  test('before it was sent is sent with its last text', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    bench.link = 'down';
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    const { id: noteId } = threadOf(bench.desk.world(), 1)!.notes[0]!;
    expect(noteId).toBeLessThan(0);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    bench.link = 'up';
    bench.desk.wake(true);
    await bench.idle();
    expect([held(bench), shown(bench)]).toEqual([['Wrote to her.'], ['Wrote to her.']]);
  });

  test('goes with changes of others to the conversation meanwhile', async () => {
    const { bench, noteId } = await withNote();
    bench.center.receive(1);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    expect([held(bench), bench.desk.world().pending, bench.desk.world().refused]).toEqual([['Wrote to her.'], [], []]);
  });

  test('by another agent meanwhile stays as they left it, and the text is a draft', async () => {
    const { bench, noteId } = await withNote();
    bench.center.notes.get(noteId)!.details = 'She called.';
    bench.center.receive(1);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    expect(held(bench)).toEqual(['She called.']);
    expect(bench.desk.world().refused).toMatchObject([
      { reasons: [{ id: 1, reason: 'someone else changed the note meanwhile' }], args: { details: 'Wrote to her.' } },
    ]);
    expect(bench.desk.world().drafts.get('note:1')?.text).toBe('Wrote to her.');
  });

  test('and is gone is refused, and the text is a draft', async () => {
    const { bench, noteId } = await withNote();
    bench.center.notes.delete(noteId);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    expect(bench.desk.world().refused).toMatchObject([{ reasons: [{ id: 1, reason: 'the note was deleted' }] }]);
    expect(bench.desk.world().drafts.get('note:1')?.text).toBe('Wrote to her.');
  });

  test('at a help center that cannot do it is switched off with the reason', async () => {
    const { bench, noteId } = await withNote();
    bench.center.absent.add(`/conversations/1/notes/${noteId}`);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    expect(bench.desk.world().offers['note.update']).toBe('This help center does not change notes.');
    expect(shown(bench)).toEqual(['Called her.']);
  });

  test('in a conversation that is not read is sent too', async () => {
    const { bench, noteId } = await withNote();
    const base = bench.desk.world().base;
    bench.desk.set({ base: { ...base, threads: base.threads.without([1]) } });
    bench.center.receive(1);
    bench.desk.commit('note.update', { ids: [1], noteId, details: 'Wrote to her.', former: 'Called her.' });
    await bench.idle();
    expect(held(bench)).toEqual(['Wrote to her.']);
    bench.desk.undo();
    await bench.idle();
    expect(held(bench)).toEqual(['Called her.']);
  });
});
