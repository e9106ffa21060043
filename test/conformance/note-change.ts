import { describe, expect, test } from 'vitest';
import type { Conversation, Note } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { eventsOf } from './conversations.ts';
import type { World } from './world.ts';

function change(world: World, note: Note, details: string, as: Ask['as'] = 'insider') {
  return world.call({
    method: 'PUT',
    path: `/conversations/${note.conversation_id}/notes/${note.id}`,
    body: { details },
    as,
  });
}

function notes(world: World, id: number) {
  return world.get<Note[]>(`/conversations/${id}/notes`);
}

async function noted(world: World, over: object = {}): Promise<Note> {
  const { id } = await world.make.conversation();
  return world.make.note(id, { ...over }, 'insider');
}

/** What the service says of a note that is changed. */
export function registerNoteChange(world: () => World): void {
  describe('a note that is changed', () => {
    test('has the new text and is found only by it, once in history', async () => {
      const [former, later] = [world().unique('former'), world().unique('later')];
      const note = await noted(world(), { details: former });
      const before = await world().get<Conversation>(`/conversations/${note.conversation_id}`);
      expect((await change(world(), note, later)).data).toEqual({ ...note, details: later });
      expect(await notes(world(), note.conversation_id)).toEqual([{ ...note, details: later }]);
      expect(await world().get('/conversations', 'key', { q: later })).toHaveLength(1);
      expect(await world().get('/conversations', 'key', { q: former })).toHaveLength(0);
      const after = await world().get<Conversation>(`/conversations/${note.conversation_id}`);
      expect([after.version, after.note_count]).toEqual([before.version + 1, 1]);
      await change(world(), note, later);
      expect((await eventsOf(world(), note.conversation_id)).filter(one => one === 'note.updated')).toHaveLength(1);
    });

    test('may be changed by its author, an admin or a key; another agent gets 403', async () => {
      const note = await noted(world());
      for (const as of ['admin', 'key'] as const)
        expect((await change(world(), note, `by ${as}`, as)).status).toBe(200);
      const other = await world().make.note(note.conversation_id);
      const answer = await change(world(), other, 'not mine');
      expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
      expect((await notes(world(), note.conversation_id))[1]).toEqual(other);
    });

    test('must keep a text or an attachment', async () => {
      const note = await noted(world());
      const answer = await change(world(), note, '  ');
      expect([answer.status, answer.details[0]?.path]).toEqual([422, 'details']);
      const { id } = await world().make.attachment('text', 'label.txt', 'insider');
      const filed = await noted(world(), { attachments: [id] });
      expect((await change(world(), filed, '')).status).toBe(200);
    });
  });
}
