import { describe, expect, test } from 'vitest';
import type { Note, World } from '../../../src/state/world.ts';
import { written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { agent, fakeDesk, note, sampleWorld, thread } from '../../ui/world.ts';

/** The detail of #1042 with the keys, on its only note. */
function onNote(more: Partial<Note> = {}, marked: readonly number[] = [1041, 1039]) {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const threads = world.base.threads.with([[1042, thread([], [note(3, 'Called her.', more)])]]);
  const changed: Partial<World> = {
    me: agent(1, 'Ana'),
    pane: 'detail',
    list: { ...world.list, marks: new Set(marked) },
    base: { ...world.base, threads },
    detail: { ...world.detail, conversationId: 1042, entryKey: 'note:3' },
  };
  const { desk, asked } = fakeDesk({ ...world, ...changed });
  const press = (...names: string[]) => {
    pressOn(desk, ...names);
  };
  const paste = (text: string) => pasteOn(desk, text);
  return { desk, asked, press, paste };
}

describe('= on a note', () => {
  test('of one’s own edits it, and leaves marked conversations alone', () => {
    const { desk, asked, press, paste } = onNote();
    press('conversation.title');
    expect(written(desk)).toMatchObject({ id: 'note.edit', draft: { text: 'Called her.' } });
    paste(' No answer.');
    press('ctrl-d');
    expect(asked.commits).toEqual([
      {
        name: 'note.update',
        args: { ids: [1042], noteId: 3, details: 'Called her. No answer.', former: 'Called her.' },
      },
    ]);
  });

  test('of another author edits the title', () => {
    const { desk, press } = onNote({ agent_id: 2 }, []);
    press('conversation.title');
    expect(written(desk)).toMatchObject({ id: 'conversation.title' });
  });

  test('keeps written text with Esc, but nothing if it is empty', () => {
    const { desk, press, paste } = onNote();
    press('conversation.title', 'esc');
    expect(desk.world().drafts.get('note:1042')?.text).toBeUndefined();
    press('conversation.title');
    paste(' No answer.');
    press('tab', 'esc');
    expect(desk.world().drafts.get('note:1042')?.text).toBe('Called her. No answer.');
  });

  test('has a way to discard what was written, which leaves another draft and comes back by z', () => {
    const { desk, press, paste } = onNote();
    const draft = () => desk.world().drafts.get('note:1042')?.text;
    desk.set({ drafts: new Map([['note:1042', { text: 'Another one.' }]]) });
    press('conversation.title');
    paste(' No answer.');
    expect(draft()).toBe('Another one.\n\nCalled her. No answer.');
    press('ctrl-q');
    expect(desk.world().overlays).toEqual([]);
    expect(draft()).toBe('Another one.');
    expect(desk.world().notice?.text).toBe('Discarded 1 draft · z brings it back');
    press('undo');
    expect(draft()).toBe('Called her. No answer.\n\nAnother one.');
  });

  test.each(['Called her.', 'Called\n\n\n\nher.'])('discards nothing that was not written, beside %j', text => {
    const { desk, press } = onNote();
    desk.set({ drafts: new Map([['note:1042', { text }]]) });
    press('conversation.title', 'ctrl-q');
    expect(desk.world()).toMatchObject({ overlays: [], notice: null, discarded: [] });
    expect(desk.world().drafts.get('note:1042')?.text).toBe(text);
  });

  test('says that nothing was changed, or that a text is needed', () => {
    const { desk, asked, press } = onNote();
    press('conversation.title', 'ctrl-d');
    expect(desk.world().notice?.text).toBe('Nothing was changed.');
    press('conversation.title', 'ctrl-u', 'ctrl-d');
    expect(desk.world().notice?.text).toBe('A note needs some text: D deletes it.');
    expect(asked.commits).toEqual([]);
  });

  test('with files may take its text away', () => {
    const { asked, press } = onNote({ attachments: [7] });
    press('conversation.title', 'ctrl-u', 'ctrl-d');
    expect(asked.commits).toMatchObject([{ name: 'note.update', args: { details: '' } }]);
  });
});

test('a note that is too long stays in its box, and the footer says so', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const press = (name: string) => pressOn(desk, name);
  const text = 'x'.repeat(65_537);
  press('note.write');
  pasteOn(desk, text);
  press('ctrl-d');
  expect(desk.world().notice?.text).toMatch(/^Note not added: details .*65,?536/);
  expect(written(desk)).toMatchObject({ draft: { text } });
});
