import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PartHead, readForm } from '../../../src/center/http/body/upload.ts';
import { plainContentType, plainFileName } from '../../../src/center/model/message/file-name.ts';
import { attachmentFiles } from '../../harness/attachment-files.ts';
import { runs } from '../../harness/full.ts';
import { centerOfEach, type Who } from '../open-center.ts';

const desk = centerOfEach();

interface Uploaded {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  { type = 'text/plain', as = 'admin' as Who, headers = {} as Record<string, string>, field = 'file' } = {},
) {
  const form = new FormData();
  form.append('comment', 'left out');
  form.append(field, new Blob([content], { type }), name);
  const plain = desk.request('POST', '/attachments', { as, headers });
  const response = await desk.center.fetch(new Request(plain, { body: form, method: 'POST' }));
  return { status: response.status, body: await response.json() } as Uploaded;
}

describe('an upload', () => {
  test('is stored by its content, once for the same content, and never by its name', async () => {
    await upload('same', '../../etc/passwd');
    await upload('same', 'b.txt');
    await upload('other', 'c.txt');
    expect(await attachmentFiles(desk)).toHaveLength(2);
    for (const name of await attachmentFiles(desk)) expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect((await desk.call('GET', '/attachments/1')).body.data.name).toBe('passwd');
  });

  test('over 25 MiB is 413 and leaves nothing, whether its length was announced or not', async () => {
    const { status, body } = await upload(new Uint8Array(26 * 1_048_576), 'large.bin');
    expect([status, body.error.code]).toEqual([413, 'too_large']);
    const said = desk.request('POST', '/attachments', {
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '30000000' },
    });
    let isRead = false;
    const pull = (controller: ReadableStreamDefaultController) => {
      isRead = true;
      controller.close();
    };
    const source = new ReadableStream({ pull }, { highWaterMark: 0 });
    const request = new Request(said, { body: source, method: 'POST', duplex: 'half' } as RequestInit);
    expect((await desk.center.fetch(request)).status).toBe(413);
    expect(isRead).toBe(false);
    expect(await attachmentFiles(desk)).toEqual([]);
  });
});

describe('an upload that nothing refers to', () => {
  const day = 24 * 3_600_000;
  const sweep = () => desk.center.context.jobs.run();

  test('is deleted after a day with its file, and one that a note or a message holds stays', async () => {
    const ids = [];
    for (const name of ['loose', 'note', 'message']) ids.push((await upload(name, name)).body.data.id as number);
    const made = (await desk.call('POST', '/conversations', { body: { title: 'x' } })).body.data.id;
    await desk.call('POST', `/conversations/${made}/notes`, { body: { attachments: [ids[1]] } });
    await desk.call('POST', `/conversations/${made}/messages`, { body: { body_text: 'x', attachments: [ids[2]] } });
    desk.clock.now += day - 1;
    await sweep();
    expect(await attachmentFiles(desk)).toHaveLength(3);
    desk.clock.now += 1;
    await sweep();
    const statuses = await Promise.all(ids.map(async id => (await desk.fetch('GET', `/attachments/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200]);
    expect(await attachmentFiles(desk)).toHaveLength(2);
  });

  test('leaves a file that has just arrived, even if this machine’s clock is days behind the center’s', async () => {
    await upload('x', 'x');
    desk.clock.now = Date.now() + 3 * day;
    await desk.center.context.store.write(db => db.deleteFrom('attachment').execute());
    await sweep();
    expect(await attachmentFiles(desk)).toHaveLength(1);
  });

  test('counts towards the caller’s 1 GiB: the next upload is refused unread until some are used', async () => {
    const { id } = (await upload('x', 'x', { as: 'agent' })).body.data;
    const { store } = desk.center.context;
    await store.write(db => db.updateTable('upload').set({ size: 1_073_741_824 }).execute());
    const refused = await upload('y', 'y', { as: 'agent' });
    expect([refused.status, refused.body.error.code]).toEqual([413, 'too_large']);
    expect(refused.body.error.message).toMatch(/1 GiB.*nothing was kept.*24 hours/);
    expect(await attachmentFiles(desk)).toHaveLength(1);
    expect((await upload('y', 'y')).status).toBe(201);
    const body = { title: 'x', inbox_id: desk.inboxId };
    const made = (await desk.call('POST', '/conversations', { body })).body.data.id;
    const note = { as: 'agent', body: { attachments: [id] } } as const;
    expect((await desk.call('POST', `/conversations/${made}/notes`, note)).status).toBe(201);
    expect((await upload('y', 'y', { as: 'agent' })).status).toBe(201);
  });

  test('counts as at least 4 KiB, so that empty ones reach the same limit', async () => {
    await upload('', 'x', { as: 'agent' });
    const { store } = desk.center.context;
    const counted = await store.read(db => db.selectFrom('upload').select('size').execute());
    expect(counted).toEqual([{ size: 4_096 }]);
  });
});

describe('a file', () => {
  test('that several attachments share is deleted with the last of them, and one uploaded again stays', async () => {
    const made = (await desk.call('POST', '/conversations', { body: { title: 'x' } })).body.data.id;
    const note = async () => {
      const { id } = (await upload('same', 'a')).body.data;
      const added = await desk.call('POST', `/conversations/${made}/notes`, { body: { attachments: [id] } });
      return added.body.data.id;
    };
    const [one, two] = [await note(), await note()];
    await desk.fetch('DELETE', `/conversations/${made}/notes/${one}`);
    expect(await attachmentFiles(desk)).toHaveLength(1);
    const { files } = desk.center.context;
    const incoming = await files.receive();
    await incoming.write(Buffer.from('same'));
    await incoming.finish();
    await desk.fetch('DELETE', `/conversations/${made}/notes/${two}`);
    expect(await attachmentFiles(desk), 'its new attachment may be on its way').toHaveLength(1);
    await desk.fetch('DELETE', `/conversations/${made}/notes/${await note()}`);
    expect(await attachmentFiles(desk)).toHaveLength(0);
  });
});

test.for([
  ['', 'file'],
  ['..', 'file'],
  ['/', 'file'],
  ['a/b\\c.txt', 'c.txt'],
  ['a\u0000b\r\nc', 'a\ufffdbc'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['x'.repeat(300), 'x'.repeat(255)],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  [' a ', 'a'],
] as const)('the file name %j becomes %j', ([given, name]) => {
  expect(plainFileName(given)).toBe(name);
});

test.for([
  [undefined, 'application/octet-stream'],
  ['text/HTML; charset=x', 'text/html'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
  ['image/svg+xml', 'image/svg+xml'],
] as const)('the content type %j becomes %j', ([given, type]) => {
  expect(plainContentType(given)).toBe(type);
});

test('a form is read the same in chunks of any size', async () => {
  const contents = fc.array(fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'B', 'x'), maxLength: 12 }), {
    minLength: 1,
    maxLength: 3,
  });
  const isPlain = (content: string) => !`\r\n${content}\r\n`.includes('\r\n--B');
  await fc.assert(
    fc.asyncProperty(contents, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (all, cuts) => {
      fc.pre(all.every(isPlain));
      const parts = all.map(
        (content, at) => `--B\r\nContent-Disposition: form-data; name="${at}"\r\n\r\n${content}\r\n`,
      );
      const bytes = Buffer.from(`preamble\r\n${parts.join('')}--B--\r\nepilogue`);
      const found: { name: string; content: string }[] = [];
      const pieces = async function* () {
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length]!;
          yield bytes.subarray(at, at + size);
          at += size;
        }
      };
      await readForm('B', pieces(), {
        part: (head: PartHead) => {
          found.push({ name: head.name, content: '' });
        },
        data: chunk => {
          found.at(-1)!.content += Buffer.from(chunk).toString();
        },
      });
      expect(found).toEqual(all.map((content, at) => ({ name: String(at), content })));
    }),
    { numRuns: runs(200), seed: 1 },
  );
});
