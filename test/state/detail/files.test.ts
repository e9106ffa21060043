import { expect, test } from 'vitest';
import { fileKind } from '../../../src/state/detail/files.ts';
import { safeLine } from '../../../src/text/safe.ts';

function kindOf(name: string, type: string) {
  return fileKind({ name: safeLine(name), content_type: safeLine(type) });
}

test.for([
  ['receipt.pdf', 'application/pdf', 'PDF'],
  ['receipt.pdf', 'application/octet-stream', 'PDF'],
  ['photo', 'image/jpeg', 'picture'],
  ['notes.txt', 'text/plain; charset=utf-8', 'text'],
  ['orders.csv', 'text/csv', 'table'],
  ['page.html', 'text/html', 'web page'],
  ['forwarded', 'message/rfc822', 'mail'],
  ['report', 'message/delivery-status', 'delivery report'],
  ['letter.docx', '', 'document'],
  ['data', 'application/x-strange', 'file'],
  ['readme.txt', 'application/x-strange', 'file'],
  ['', '', 'file'],
] as const)('%j of the type %j is called %s', ([name, type, word]) => {
  expect(kindOf(name, type).word).toBe(word);
});

test.for([
  ['invoice.pdf.exe', 'application/pdf'],
  ['photo.SCR', 'image/png'],
  ['notes.js', 'text/plain'],
  ['bill.lnk ', 'text/plain'],
  ['bill.exe. .', 'application/pdf'],
  ['install', 'application/x-msdownload'],
] as const)('%j of the type %j is a program, and neither opened nor shown', ([name, type]) => {
  expect(kindOf(name, type)).toMatchObject({ word: 'program', isProgram: true });
  expect(kindOf(name, type).isText).toBeUndefined();
});
