import { expect, it } from 'vitest';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { message, sampleWorld, thread } from '../../ui/world.ts';

const world = sampleWorld({ columns: 80, rows: 24 });
function linesOf(text: string, ...types: readonly string[]) {
  const attachments = types.map((content_type, id) => ({ id, name: `file-${id}`, content_type, size: 10 }));
  const read = thread([message(1, text, { attachments: attachments as never })]);
  return threadLines(read, 80, new Set(), world).flatMap(({ role, text: said }) => (role === 'event' ? [said] : []));
}

it.each([
  [[], 'No text: empty, or only pictures that are not in the mail'],
  [['image/png', 'image/jpeg'], 'Only pictures'],
  [['image/png'], 'Only a picture'],
  [['application/pdf', 'image/png'], 'Only attachments'],
  [['application/pdf'], 'Only an attachment'],
  [[''], 'Only an attachment'],
  [['audio/ogg'], 'Only a recording'],
  [['video/mp4', 'video/mp4'], 'Only videos'],
  [['text/calendar; method=REQUEST'], 'Only an invitation'],
  [['message/delivery-status'], 'Only a delivery report'],
  [['message/rfc822', 'message/rfc822'], 'Only forwarded mails'],
  [['application/pkcs7-mime'], 'Encrypted, or signed so that only a mail program reads it'],
  [
    ['application/pgp-encrypted', 'application/octet-stream'],
    'Encrypted, or signed so that only a mail program reads it',
  ],
])('a message without words and with %j says what it is', (types, said) => {
  expect(linesOf('', ...types)).toEqual([said]);
  expect(linesOf(' \n\n', ...types)).toEqual([said]);
});

it('a file in which an odd program wraps a whole mail is shown by its name', () => {
  const attachments = [{ id: 1, name: 'smime.p7m', content_type: 'application/octet-stream', size: 10 }];
  const lines = threadLines(thread([message(1, '', { attachments: attachments as never })]), 60, new Set(), world);
  expect(lines.map(({ text: said }) => said)).toContain('Encrypted, or signed so that only a mail program reads it');
});

it('a signature that encloses its mail is said to be signed and not checked, an encrypted mail to be encrypted', () => {
  const shown = (content_type: string) => {
    const attachments = [{ id: 1, name: 'smime.p7m', content_type, size: 10 }];
    const lines = threadLines(thread([message(1, 'Hi', { attachments: attachments as never })]), 80, new Set(), world);
    return lines.find(({ text }) => text === 'smime.p7m')?.right;
  };
  expect(shown('application/pkcs7-mime; smime-type=signed-data')).toContain('signed, not checked');
  expect(shown('application/x-pkcs7-mime; name="smime.p7m"; smime-type="signed-data"')).toContain(
    'signed, not checked',
  );
  for (const type of ['application/pkcs7-mime; smime-type=enveloped-data', 'application/pkcs7-mime', ''])
    expect(shown(type)).toContain('encrypted');
});

it('a message with words says nothing beside them', () => {
  expect(linesOf('Hello', 'image/png')).toEqual([]);
});
