import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { draftFiles, withFile } from '../../../src/state/drafts/files.ts';
import type { AttachedFile, FileCopies } from '../../../src/state/files/attached-file.ts';
import type { Storage } from '../../../src/state/kept/storage.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { filesIn } from '../../../src/state/outbox/upload-files.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { t } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';

/** What becomes of a request: it arrives, is lost, or only its answer is. */
type Fate = 'arrives' | 'is lost' | 'has no answer' | 'takes for ever';

const INVOICE: AttachedFile = { copy: '0'.repeat(32), name: t`invoice.pdf`, size: 7 };
const PHOTO: AttachedFile = { copy: '1'.repeat(32), name: t`photo.jpg`, size: 5 };

let center: OpenCenter;
let client: Client;
let id: number;
let clock: ReturnType<typeof handClock>;
let storage: Storage;
let copies: Map<string, string>;
let released: string[];
let requests: string[];
let fateOf: (request: string) => Fate;

beforeEach(async () => {
  center = await openCenter();
  clock = handClock(center.clock.now);
  storage = memoryStorage();
  copies = new Map([
    [INVOICE.copy, 'invoice'],
    [PHOTO.copy, 'photo'],
  ]);
  released = [];
  requests = [];
  fateOf = () => 'arrives';
  client = createClient({ baseUrl: 'http://center', token: () => center.tokens.admin, fetch: carry });
  id = (await client.conversation.create({ body: { title: 'Refund', inbox_id: center.inboxId } })).data!.id;
  requests = [];
});
afterEach(() => center.close());

async function carry(request: Request): Promise<Response> {
  const name = `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`;
  if (request.method === 'POST') requests.push(name);
  const fate = fateOf(name);
  if (fate === 'takes for ever') {
    await new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted'))));
  }
  if (fate === 'is lost') throw new Error('no link');
  const response = await center.center.fetch(request);
  if (fate === 'has no answer') throw new Error('no answer');
  return response;
}

const kept: FileCopies['read'] = async function* ({ copy, name }) {
  const content = copies.get(copy);
  if (content === undefined) throw new Error(`The copy of ${name} is gone: attach the file again.`);
  for (const letter of content) yield Buffer.from(letter);
};

const disk: FileCopies = {
  take: async () => [],
  read: file => kept(file),
  release: (files, why) => void released.push(...files.map(({ name }) => `${name} ${why}`)),
};

let keys = 0;
async function openDesk(): Promise<Desk> {
  const { now, elapsed, uptime, setTimer } = clock;
  const desk = createDesk({
    keyNames,
    client,
    center: t`center`,
    now,
    elapsed,
    uptime,
    setTimer,
    storage,
    random: () => 0,
    newKey: () => `key-${keys++}`,
    hooks: { copies: disk },
  });
  await loadPlaces(desk);
  await openConversation(desk, id);
  return desk;
}

/** Waits until nothing waits to be sent. */
async function sent(desk: Desk): Promise<void> {
  await expect.poll(() => desk.world().pending).toEqual([]);
}

/** Waits until the change has failed, lets the time pass in which it is tried again, and waits until it is sent. */
async function sentLater(desk: Desk, ms = 20_000): Promise<void> {
  await failed(desk);
  clock.advance(ms);
  center.clock.now += ms;
  await sent(desk);
}

async function failed(desk: Desk): Promise<void> {
  await expect.poll(() => desk.world().pending[0]?.problem ?? null).not.toBe(null);
}

function note(desk: Desk, details: string, files: readonly AttachedFile[] = [INVOICE, PHOTO]): void {
  desk.commit('note.add', { ids: [id], details, files: [...files] });
}

/** The notes at the help center, each with the names of its files. */
async function notes(): Promise<readonly (readonly string[])[]> {
  const { data } = await client.note.list({ params: { conversation_id: id } });
  return Promise.all(
    data.map(async ({ details, attachments }) => {
      const named = attachments.map(async attachment_id => {
        const file = { params: { attachment_id } };
        return `${(await client.attachment.get(file)).data.name}: ${await (await client.attachment.content(file)).text()}`;
      });
      return [details, ...(await Promise.all(named))];
    }),
  );
}

const WHOLE = ['See both.', 'invoice.pdf: invoice', 'photo.jpg: photo'];

describe('a note with files', () => {
  test('is shown with them at once, and sent after them', async () => {
    const desk = await openDesk();
    note(desk, 'See both.');
    const shown = () => {
      const { base, patch } = desk.world();
      const thread = patch.threads.get(id) ?? base.threads.get(id);
      return thread?.notes.map(({ attachments }) => attachments.map(file => thread.files?.get(file)?.name));
    };
    expect(shown()).toEqual([['invoice.pdf', 'photo.jpg']]);
    await sent(desk);
    expect(requests).toEqual(['POST attachments', 'POST attachments', 'POST notes']);
    expect(await notes()).toEqual([WHOLE]);
    expect(shown()).toEqual([['invoice.pdf', 'photo.jpg']]);
    expect(released).toEqual(['invoice.pdf sent', 'photo.jpg sent']);
  });

  test('needs no text', async () => {
    const desk = await openDesk();
    note(desk, '', [PHOTO]);
    await sent(desk);
    expect(await notes()).toEqual([['', 'photo.jpg: photo']]);
  });

  const at = [
    ['POST attachments', 1],
    ['POST attachments', 2],
    ['POST notes', 1],
  ] as const;

  test.each(at.flatMap(one => (['is lost', 'has no answer'] as const).map(fate => [...one, fate] as const)))(
    'is one note with its two files if %s no. %i %s',
    async (failing, time, fate) => {
      const desk = await openDesk();
      let times = 0;
      fateOf = request => (request === failing && ++times === time ? fate : 'arrives');
      note(desk, 'See both.');
      await sentLater(desk);
      expect(await notes()).toEqual([WHOLE]);
      const { rows } = await uploads();
      expect(rows).toBe(2);
    },
  );

  test('goes on after a restart with files that are not uploaded yet', async () => {
    const first = await openDesk();
    let times = 0;
    fateOf = request => (request === 'POST attachments' && ++times === 1 ? 'arrives' : 'is lost');
    note(first, 'See both.');
    await failed(first);
    first.stop();
    requests = [];
    fateOf = () => 'arrives';
    const second = await openDesk();
    clock.advance(20_000);
    await sent(second);
    expect(requests).toEqual(['POST attachments', 'POST notes']);
    expect(await notes()).toEqual([WHOLE]);
  });

  test('is uploaded again if the help center may have deleted its uploads', async () => {
    const desk = await openDesk();
    fateOf = request => (request === 'POST notes' ? 'is lost' : 'arrives');
    note(desk, 'See both.');
    await failed(desk);
    fateOf = () => 'arrives';
    await sentLater(desk, 25 * 3_600_000);
    expect(requests.filter(request => request === 'POST attachments')).toHaveLength(4);
    expect(await notes()).toEqual([WHOLE]);
  });

  test('is a draft with its files again if a copy is gone, and says which', async () => {
    const desk = await openDesk();
    copies.delete(PHOTO.copy);
    note(desk, 'See both.');
    await sent(desk);
    expect(await notes()).toEqual([]);
    expect(desk.world().notice?.text).toContain('The copy of photo.jpg is gone: attach the file again.');
    expect(desk.world().drafts.get(`note:${id}`)?.text).toBe('See both.');
    expect(draftFiles(desk.world().drafts, 'note', id)).toEqual([INVOICE, PHOTO]);
    expect(released).toEqual([]);
  });

  test('is a draft with its files again after z, and Z sends it once more', async () => {
    const desk = await openDesk();
    note(desk, 'See both.');
    await sent(desk);
    desk.undo();
    await sent(desk);
    expect(await notes()).toEqual([]);
    expect(draftFiles(desk.world().drafts, 'note', id)).toEqual([INVOICE, PHOTO]);
    desk.redo();
    await sent(desk);
    expect(await notes()).toEqual([WHOLE]);
    expect(draftFiles(desk.world().drafts, 'note', id)).toEqual([]);
  });

  test('is taken back while a file is on its way, and stays a draft', async () => {
    const desk = await openDesk();
    fateOf = request => (request === 'POST attachments' && requests.length === 2 ? 'takes for ever' : 'arrives');
    note(desk, 'See both.');
    await expect.poll(() => requests).toHaveLength(2);
    expect(desk.world().pending).toMatchObject([{ isUploading: true }]);
    desk.undo();
    await sent(desk);
    expect(requests).toEqual(['POST attachments', 'POST attachments']);
    expect(await notes()).toEqual([]);
    expect(desk.world().drafts.get(`note:${id}`)?.text).toBe('See both.');
    expect(draftFiles(desk.world().drafts, 'note', id)).toEqual([INVOICE, PHOTO]);
  });

  test('holds up nothing in other conversations while its files are on their way', async () => {
    const desk = await openDesk();
    const other = (await client.conversation.create({ body: { title: 'Other', inbox_id: center.inboxId } })).data!.id;
    fateOf = request => (request === 'POST attachments' ? 'takes for ever' : 'arrives');
    note(desk, 'See both.');
    desk.commit('note.add', { ids: [other], details: 'Called her.' });
    await expect.poll(() => desk.world().pending.map(({ args }) => args)).toMatchObject([{ ids: [id] }]);
    expect((await client.note.list({ params: { conversation_id: other } })).data).toHaveLength(1);
  });

  test.each([
    ['that has nothing else to say', true],
    ['that has just said what was done, and says it again afterwards', false],
  ])('tells at most once a second how far its file is, in a desk %s', async (_, isSilent) => {
    const desk = await openDesk();
    const told: string[] = [];
    desk.store.subscribe(({ notice }, former) => {
      if (notice && notice !== former.notice) told.push(notice.text);
    });
    const slowly: FileCopies['read'] = async function* () {
      for (let part = 0; part < 100; part += 1) {
        clock.advance(50);
        yield Buffer.alloc(1_000);
      }
    };
    Object.assign(disk, { read: slowly });
    note(desk, '', [{ ...PHOTO, size: 100_000 }]);
    const { notice } = desk.world();
    if (isSilent) desk.set({ notice: null });
    await sent(desk);
    expect(desk.world().notice).toBe(isSilent ? null : notice);
    Object.assign(disk, { read: kept });
    expect(told.filter(text => text.startsWith('Uploading'))).toEqual([
      'Uploading photo.jpg',
      ...['26', '46', '66', '86'].map(part => `Uploading photo.jpg  ${part} kB of 100 kB`),
    ]);
  });

  test('takes the files out of the draft, and leaves others there', async () => {
    const desk = await openDesk();
    const both = withFile(withFile(desk.world().drafts, 'note', id, INVOICE), 'note', id, PHOTO);
    desk.set({ drafts: both });
    note(desk, 'See it.', [PHOTO]);
    expect(draftFiles(desk.world().drafts, 'note', id)).toEqual([INVOICE]);
  });
});

test('taking a reply back uploads nothing', () => {
  const args = { ids: [id], body: 'See it.', files: [INVOICE] };
  expect(filesIn({ name: 'message.take-back', args })).toEqual([]);
  expect(filesIn({ name: 'message.reply', args })).toEqual([INVOICE]);
});

test('the same files on several conversations are files of each', async () => {
  const desk = await openDesk();
  const other = (await client.conversation.create({ body: { title: 'Other', inbox_id: center.inboxId } })).data!.id;
  const each = [id, other].map(one => ({ ids: [one], details: 'See it.', files: [PHOTO] }));
  desk.commitEach('note.add', each, { text: t`Noted`, short: t`Noted` });
  await sent(desk);
  const [first] = (await client.note.list({ params: { conversation_id: id } })).data;
  await client.note.remove({ params: { conversation_id: id, note_id: first!.id } });
  const [second] = (await client.note.list({ params: { conversation_id: other } })).data;
  const content = await client.attachment.content({ params: { attachment_id: second!.attachments[0]! } });
  expect(await content.text()).toBe('photo');
});

test('a help center that takes no files is asked once, and the draft stays', async () => {
  const desk = await openDesk();
  const without: Client['attachment'] = {
    ...desk.client.attachment,
    create: () => client.attachment.get({ params: { attachment_id: 404 } }),
  };
  Object.assign(desk.client.attachment, without);
  note(desk, 'See it.');
  await sent(desk);
  expect(desk.world().offers['attachment.create']).toBe('This help center takes no files.');
  expect(desk.world().drafts.get(`note:${id}`)?.text).toBe('See it.');
});

/** The number of attachments that there are or were. */
async function uploads() {
  const body = {
    name: 'last',
    type: 'text/plain',
    size: 1,
    read: async function* () {
      yield Buffer.from('x');
    },
  };
  return { rows: (await client.attachment.create({ body })).data!.id - 1 };
}
