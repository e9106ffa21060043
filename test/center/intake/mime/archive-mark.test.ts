import { expect, test } from 'vitest';
import { type ArchiveMark, archiveMarks, markOfName } from '../../../../src/center/intake/mime/archive-mark.ts';
import { readHeaders } from '../../../../src/center/intake/mime/headers.ts';

test.for<[name: string, mark: ArchiveMark | undefined]>([
  ['Sent', 'sent'],
  ['SENT ITEMS', 'sent'],
  ['sent-mail-feb-2024', 'sent'],
  ['Sent_Messages', 'sent'],
  ['Éléments envoyés', 'sent'],
  ['Éléments envoyés'.normalize('NFD'), 'sent'],
  ['送信済みメール', 'sent'],
  ['Отправленные', 'sent'],
  ['Entwürfe', 'draft'],
  ['下書き', 'draft'],
  ['Papierkorb', 'deleted'],
  ['Corbeille', 'deleted'],
  ['휴지통', 'deleted'],
  ['Junk E-mail', 'spam'],
  ['İstenmeyen', 'spam'],
  ['スパム', undefined],
  ['Inbox', undefined],
  ['Sent to the moon', undefined],
  ['constructor', undefined],
  ['', undefined],
])('a folder named %s: %s', ([name, mark]) => {
  expect(markOfName(name)).toBe(mark);
});

function marksIn(...lines: readonly string[]): readonly ArchiveMark[] {
  const head = Buffer.from(`${lines.join('\n')}\n\n`);
  return archiveMarks(readHeaders(head, 0, head.length).fields).toSorted();
}

test.for<[line: string, ...marks: ArchiveMark[]]>([
  ['X-Gmail-Labels: Inbox,Important,Unread'],
  ['X-Gmail-Labels: Archived,Sent', 'sent'],
  ['X-Gmail-Labels: "Trash",Opened', 'deleted'],
  ['X-Gmail-Labels: =?UTF-8?Q?Entw=C3=BCrfe,Ge=C3=B6ffnet?=', 'draft'],
  ['X-Gmail-Labels: =?UTF-8?Q?Messages_envoy=C3=A9s,?=\n =?UTF-8?Q?Spam?=', 'sent', 'spam'],
  ['X-Gmail-Labels: Sent to the moon'],
  ['X-Mozilla-Status: 0008', 'deleted'],
  ['X-Mozilla-Status: 0013'],
  ['X-Mozilla-Status: nonsense'],
  ['X-Mozilla-Status2: 00200000', 'deleted'],
  ['X-Mozilla-Status2: 00400000'],
  ['X-Mozilla-Keys: $label1 Junk                    ', 'spam'],
  ['X-Mozilla-Keys: NonJunk'],
  ['X-Keywords: $Junk', 'spam'],
  ['X-Status: D', 'deleted'],
  ['X-Status: AFT', 'draft'],
  ['X-Status: Delivered'],
  ['Status: RO'],
])('%j says %j', ([line, ...marks]) => {
  expect(marksIn(line, 'From: a@b.example')).toEqual(marks);
});

test.for(['Received: from x by y', 'Delivered-To: help@shop.example', 'Return-Path: <a@b.example>'])(
  'below %s the sender may have written what a mail program says, except that the mail is hidden',
  trace => {
    const labels = ['X-Gmail-Labels: Sent,Trash', 'X-Mozilla-Status: 0008', 'X-Mozilla-Keys: Junk'];
    expect(marksIn(trace, ...labels, 'X-Status: DT')).toEqual(['deleted']);
    expect(marksIn(...labels, trace)).toEqual(['deleted', 'sent', 'spam']);
  },
);
