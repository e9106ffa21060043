import { expect, test } from 'vitest';
import type { ArchiveMark } from '../../../../src/center/intake/mime/archive-mark.ts';
import { marksOfFlags, marksOfFolder } from '../../../../src/center/intake/sources/place-mark.ts';

test.for<[name: string, ...marks: ArchiveMark[]]>([
  ['Sent', 'sent'],
  ['Sent.mbox', 'sent'],
  ['Sent-1.mbox.gz', 'sent'],
  ['Sent (2)', 'sent'],
  ['Trash.sbd', 'deleted'],
  ['Deleted Messages.mbox', 'deleted'],
  ['.Sent Items', 'sent'],
  ['.Trash.2020', 'deleted'],
  ['.Trash-1000', 'deleted'],
  ['Sent-2019', 'sent'],
  ['.INBOX.Drafts', 'draft'],
  ['INBOX.Spam', 'spam'],
  ['.[Gmail].Sent Mail', 'sent'],
  ['.sent-mail.directory', 'sent'],
  ['.&AMk-l&AOk-ments envoy&AOk-s', 'sent'],
  ['Entw&APw-rfe', 'draft'],
  ['R&-D'],
  ['mail.sent.example'],
  ['Inbox'],
  ['&'],
  ['&AP'],
  ['&////-'],
])('a folder or mailbox %j says %j', ([name, ...marks]) => {
  expect(marksOfFolder(name)).toEqual(marks);
});

test.for<[name: string, ...marks: ArchiveMark[]]>([
  ['1700000000.M1P2.host:2,S'],
  ['1700000000.M1P2.host,S=123:2,ST', 'deleted'],
  ['1700000000.M1P2.host:2,DFT', 'deleted', 'draft'],
  ['1700000000.M1P2.host;2,D', 'draft'],
  ['1700000000.M1P2.host!2,Sabt'],
  ['cur/1:2,'],
  ['a:2,T.eml'],
  ['TD'],
])('a file %j says %j', ([name, ...marks]) => {
  expect(marksOfFlags(name)).toEqual(marks);
});
