import { describe, expect, test } from 'vitest';
import type { AttachmentSummary } from '../../src/contract/model.ts';
import { requestOf } from './client.ts';
import { fileForm } from './makers.ts';
import type { World } from './world.ts';

function upload(world: World, raw: BodyInit, headers?: Record<string, string>) {
  return world.call({ method: 'POST', path: '/attachments', raw, headers });
}

async function contentOf(world: World, id: number): Promise<Response> {
  const ask = { method: 'GET', path: `/attachments/${id}/content` };
  return world.target.fetch(requestOf(world.target, ask, world.target.apiKey));
}

const multipart = { 'content-type': 'multipart/form-data; boundary=edge' };
const LIMIT = 25 * 1_048_576;

/** A form as bytes, its part's head as given. */
function form(head: string, content: string): string {
  return `--edge\r\n${head}\r\n\r\n${content}\r\n--edge--\r\n`;
}

function checkContent(world: () => World) {
  test('a file comes back byte for byte, and never as something a browser would run', async () => {
    const bytes = new Uint8Array(5_000).map((_, at) => (at * 7) % 256);
    const raw = new FormData();
    raw.set('file', new File([bytes], 'Zoë "label".html', { type: 'text/html' }));
    const made = (await upload(world(), raw)).data as AttachmentSummary;
    expect(made).toMatchObject({ name: 'Zoë "label".html', content_type: 'text/html', size: 5_000 });
    expect(await world().get(`/attachments/${made.id}`)).toEqual(made);
    const response = await contentOf(world(), made.id);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment\b/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('a reader that has the beginning of a file gets the rest, and the whole of any other version', async () => {
    const made = (await upload(world(), fileForm('0123456789', 'digits.txt'))).data as AttachmentSummary;
    const { target } = world();
    const etag = (await contentOf(world(), made.id)).headers.get('etag')!;
    const from = async (range: string, version: string) => {
      const path = `/attachments/${made.id}/content`;
      const headers = { range, 'if-range': version };
      const answer = await target.fetch(requestOf(target, { method: 'GET', path, headers }, target.apiKey));
      return [answer.status, await answer.text(), answer.headers.get('content-range')];
    };
    expect(await from('bytes=4-', etag)).toEqual([206, '456789', 'bytes 4-9/10']);
    expect(await from('bytes=9-', etag)).toEqual([206, '9', 'bytes 9-9/10']);
    const whole = [200, '0123456789', null];
    expect(await from('bytes=4-', '"another"')).toEqual(whole);
    expect(await from('bytes=4-', `W/${etag}`)).toEqual(whole);
    expect(await from('bytes=4-', 'Sun, 01 Mar 2026 12:00:00 GMT')).toEqual(whole);
    expect(await from('bytes=10-', '"another"')).toEqual(whole);
  });

  test('any one range of bytes is answered with 206 and where it lies, as RFC 9110 has it', async () => {
    const made = (await upload(world(), fileForm('0123456789', 'digits.txt'))).data as AttachmentSummary;
    const { target } = world();
    const ask = async (range: string, method = 'GET') => {
      const request = { method, path: `/attachments/${made.id}/content`, headers: { range } };
      return target.fetch(requestOf(target, request, target.apiKey));
    };
    const of = async (range: string) => {
      const answer = await ask(range);
      const length = answer.headers.get('content-length');
      const text = await answer.text();
      if (length !== null) expect(Number(length)).toBe(text.length);
      return [answer.status, text, answer.headers.get('content-range')];
    };
    expect(await of('bytes=4-')).toEqual([206, '456789', 'bytes 4-9/10']);
    expect(await of('bytes=0-')).toEqual([206, '0123456789', 'bytes 0-9/10']);
    expect(await of('BYTES=0-0')).toEqual([206, '0', 'bytes 0-0/10']);
    expect(await of('bytes=2-5')).toEqual([206, '2345', 'bytes 2-5/10']);
    expect(await of('bytes=7-99999999999999999999')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await of('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await of('bytes=-30')).toEqual([206, '0123456789', 'bytes 0-9/10']);
    const whole = [200, '0123456789', null];
    for (const ignored of ['lines=1-', 'bytes=5-2', 'bytes=-', 'bytes=x-', 'bytes=1-2,4-5', 'bytes=+1-2', 'bytes', ''])
      expect(await of(ignored), ignored).toEqual(whole);
    const head = await ask('bytes=2-5', 'HEAD');
    expect([head.status, head.headers.get('content-range')]).toEqual([200, null]);
  });

  test('a range beyond the end is 416, and the answer names the size', async () => {
    const of = async (id: number, range: string) => {
      const ask = { method: 'GET', path: `/attachments/${id}/content`, headers: { range } };
      const answer = await world().call(ask);
      return [answer.status, answer.code, answer.headers.get('content-range')];
    };
    const digits = (await upload(world(), fileForm('0123456789', 'digits.txt'))).data as AttachmentSummary;
    const empty = (await upload(world(), fileForm('', 'empty.txt'))).data as AttachmentSummary;
    for (const range of ['bytes=10-', 'bytes=10-12', `bytes=${'9'.repeat(400)}-`, 'bytes=-0'])
      expect(await of(digits.id, range), range).toEqual([416, 'range_not_satisfiable', 'bytes */10']);
    expect(await of(empty.id, 'bytes=0-')).toEqual([416, 'range_not_satisfiable', 'bytes */0']);
    expect(await of(empty.id, 'bytes=-5')).toEqual([200, undefined, null]);
  });

  test('an empty file is accepted', async () => {
    const made = (await upload(world(), fileForm('', 'empty.txt'))).data as AttachmentSummary;
    expect(made.size).toBe(0);
    expect(await (await contentOf(world(), made.id)).text()).toBe('');
  });

  test('a form may hold other parts, and its part may lack a type', async () => {
    const other = '--edge\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n';
    const head = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
    const answer = await upload(world(), `${other}${form(head, 'content')}`, multipart);
    expect([answer.status, (answer.data as AttachmentSummary).size]).toEqual([201, 7]);
    expect((answer.data as AttachmentSummary).content_type).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
  });
}

function checkNames(world: () => World) {
  test.for([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/shadow', 'shadow'],
    ['C:\\boot.ini', 'boot.ini'],
    ['a/b/c.txt', 'c.txt'],
    ['plain.txt', 'plain.txt'],
  ])('of the name %j only the last path segment is kept', async ([given, kept]) => {
    const { data } = await upload(world(), fileForm('x', given!));
    expect((data as AttachmentSummary).name).toBe(kept);
  });

  test.for(['a\u0007b\u001b[2Jc.txt', '..', '.', '/', '', 'a\u0085\u009bb'])(
    'of the name %j no control character and no path is left',
    async given => {
      const head = `Content-Disposition: form-data; name="file"; filename="${given}"`;
      const answer = await upload(world(), form(head, 'x'), multipart);
      if (answer.status === 422) return;
      const { name } = answer.data as AttachmentSummary;
      expect(name).toMatch(/^[^\u0000-\u001f\u007f-\u009f/\\]+$/);
      expect(['.', '..']).not.toContain(name);
    },
  );
}

function checkRefused(world: () => World) {
  test('a file of 25 MiB is accepted, one byte more is 413', async () => {
    const sized = (size: number) => new Blob([new Uint8Array(size)]);
    const formOf = (size: number) => {
      const raw = new FormData();
      raw.set('file', new File([sized(size)], 'large.bin'));
      return raw;
    };
    const taken = await upload(world(), formOf(LIMIT));
    expect([taken.status, (taken.data as AttachmentSummary).size]).toEqual([201, LIMIT]);
    expect((await upload(world(), formOf(LIMIT + 1))).code).toBe('too_large');
  });

  test('a form without a file, one that breaks off and a body that is not a form are refused', async () => {
    const head = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
    const refused = [
      await upload(world(), form('Content-Disposition: form-data; name="other"', 'x'), multipart),
      await upload(world(), form(head, 'x').slice(0, -12), multipart),
      await upload(world(), 'x', multipart),
      await upload(world(), '', multipart),
      await upload(world(), form(head, 'x'), { 'content-type': 'multipart/form-data' }),
      await upload(world(), '{}', { 'content-type': 'application/json' }),
    ];
    for (const { status, text } of refused) expect([400, 415, 422], text).toContain(status);
    expect([refused[0]!.status, refused[5]!.status]).toEqual([422, 415]);
  });

  test('the same key sends the same file once', async () => {
    const headers = { 'idempotency-key': world().unique('key') };
    const [first, second] = [
      await upload(world(), fileForm('same', 'a.txt'), headers),
      await upload(world(), fileForm('same', 'a.txt'), headers),
    ];
    expect(second.text).toBe(first.text);
    expect((await upload(world(), fileForm('same', 'b.txt'), headers)).code).toBe('idempotency_key_reused');
  });
}

/** What the service says of files. */
export function registerAttachments(world: () => World): void {
  describe('attachments', () => {
    checkContent(world);
    checkNames(world);
    checkRefused(world);
  });
}
