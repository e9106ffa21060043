import { beforeEach, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { describeNoteFiles } from '../../../src/state/sync/attachments.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { plainDesk } from '../../harness/plain-desk.ts';
import { note, thread } from '../../ui/world.ts';

let asked: string[];
let answer: (id: number) => Response;
let desk: Desk;

beforeEach(() => {
  asked = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    const id = url.split('/').at(-1)!;
    asked.push(id);
    return answer(Number(id));
  };
  desk = plainDesk({ clock: handClock(), fetch });
  const notes = [note(1, 'Two files', { attachments: [3, 4] }), note(2, 'One of them again', { attachments: [4, 5] })];
  const { base } = desk.world();
  desk.set({ base: { ...base, threads: IdMap.of([[1042, thread([], notes)]]) } });
});

function described(id: number): Response {
  return Response.json({ data: { id, name: `file-${id}.pdf`, content_type: 'application/pdf', size: 10 } });
}

function refused(status: number): Response {
  return Response.json({ error: { code: 'not_found', message: 'No.' } }, { status });
}

function names() {
  const { files } = desk.world().base.threads.get(1042)!;
  return [...(files ?? [])].map(([id, file]) => [id, file?.name ?? null]);
}

test('each attachment is described once, and one that is gone is not asked for again', async () => {
  answer = id => (id === 4 ? refused(404) : described(id));
  await describeNoteFiles(desk, 1042);
  expect(names()).toEqual([
    [3, 'file-3.pdf'],
    [4, null],
    [5, 'file-5.pdf'],
  ]);
  await describeNoteFiles(desk, 1042);
  expect(asked).toEqual(['3', '4', '5']);
});

test('a help center that has no such call is asked twice, and then no more', async () => {
  answer = () => refused(405);
  await describeNoteFiles(desk, 1042);
  await describeNoteFiles(desk, 1042);
  expect(asked).toEqual(['3', '3']);
  expect(desk.world().offers['attachment.get']).toBe('This help center does not describe attachments of notes.');
});

test('after a failure the rest is asked for another time', async () => {
  answer = () => refused(503);
  await describeNoteFiles(desk, 1042);
  answer = described;
  await describeNoteFiles(desk, 1042);
  expect(asked).toEqual(['3', '3', '4', '5']);
});
