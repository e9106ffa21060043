import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { refreshHeld } from '../../../src/center/model/conversation/contents.ts';
import { readMessage } from '../../../src/center/model/message/list.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { importMail, openIntake } from './open-intake.ts';

function image(name: string, ...fields: readonly string[]) {
  return [`Content-Type: image/png; name=${name}`, ...fields, '', 'png'].join('\n');
}
function multipart(kind: string, boundary: string, ...parts: readonly string[]) {
  return [
    `Content-Type: multipart/${kind}; boundary=${boundary}`,
    '',
    ...parts.map(part => `--${boundary}\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\n');
}
function html(text: string) {
  return `Content-Type: text/html\n\n${text}`;
}
const plain = 'Content-Type: text/plain\n\nHello';
function inlineOf(mail: string): Record<string, boolean> {
  return Object.fromEntries(
    parseMail(Buffer.from(mail), { now: 0 }).files.map(({ name, isInline }): [string, boolean] => [name, isInline]),
  );
}

it.each([
  ['in the usual form', '<img src="cid:logo@x">', 'Content-ID: <logo@x>'],
  ['without quotes', '<img src=cid:logo@x>', 'Content-ID: <logo@x>'],
  ['encoded', '<img src="CID:a%20b&amp;c@x">', 'Content-Id: <a b&c@x>'],
  ['in a style', '<td style="background: url(cid:logo@x)">', 'Content-ID: logo@x'],
  ['by its place', "<img alt='' src = 'pictures/logo.png'>", 'Content-Location: pictures/logo.png'],
  ['although it says that it is attached', '<img src="cid:l">', 'Content-ID: <l>\nContent-Disposition: attachment'],
])('a picture that the HTML shows %s is inline, and one beside it is not', (_, shown, name) => {
  const related = multipart('related', 'r', html(shown), image('logo.png', name), image('photo.png'));
  expect(inlineOf(related)).toEqual({ 'logo.png': true, 'photo.png': false });
  const mixed = multipart('mixed', 'm', multipart('alternative', 'a', plain, html(shown)), image('logo.png', name));
  expect(inlineOf(mixed)).toEqual({ 'logo.png': true });
  expect(inlineOf(`From: a@b.example\nContent-Type: message/rfc822\n\n${related}`)['logo.png']).toBe(true);
});

it.each([
  ['no HTML', plain],
  ['HTML that shows another', html('<img src="cid:other@x">')],
  ['HTML that cannot be decoded', html('<img src="cid:%E0%A4%A">')],
])('a picture beside %s is a file', (_, text) => {
  const disposition = 'Content-Disposition: inline';
  expect(inlineOf(multipart('mixed', 'm', text, image('a.png', 'Content-ID: <a@x>', disposition)))).toEqual({
    'a.png': false,
  });
});

it('an inline picture is marked in the answer, and does not count as the conversation’s attachment', async () => {
  const center = await openIntake();
  const folder = temporaryFolder();
  const letter = (name: string, ...parts: readonly string[]) =>
    writeFileSync(
      join(folder, `${name}.eml`),
      `From: a@b.example\nSubject: ${name}\n${multipart('mixed', 'm', ...parts)}`,
    );
  const logo = [html('Hello <img src="cid:l@x">'), image('logo.png', 'Content-ID: <l@x>')];
  letter('a', ...logo);
  letter('b', ...logo, image('photo.png'));
  await importMail(center, [folder]);
  const seen = await center.read(({ db }) => Promise.all([1, 2].map(id => readMessage(db, id, id))));
  expect(seen.map(message => message!.attachments.map(({ name, inline }) => [name, inline]))).toEqual([
    [['logo.png', true]],
    [
      ['logo.png', true],
      ['photo.png', false],
    ],
  ]);
  const marked = () =>
    center.read(({ db }) => db.selectFrom('conversation').select('id').where('has_file', '=', 1).execute());
  expect(await marked()).toEqual([{ id: 2 }]);
  await center.write(work => refreshHeld(work, [1, 2]));
  expect(await marked()).toEqual([{ id: 2 }]);
});
