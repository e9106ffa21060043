import { describe, expect, it } from 'vitest';
import { detect } from '../../../../src/center/intake/sources/detect.ts';

function formatOf(text: string) {
  const found = detect(Buffer.from(text, 'latin1'));
  return 'reason' in found ? found.reason : found.format;
}

describe('the content of a file', () => {
  it.each([
    ['From: a@b.example\n\nhi', 'mail'],
    ['\r\nReceived: x\r\n y\r\n\r\nhi', 'mail'],
    ['\u00ef\u00bb\u00bfSubject: x\n\nhi', 'mail'],
    ['X-Odd: 1\nX-Other: 2\nMessage-Id: <a@b>\n\n', 'mail'],
    ['From a@b Mon Mar  3 10:00:00 2025\nSubject: x\n\nhi', 'mbox'],
    ['From - Mon Mar 03 10:00:00 2025\r\nX-Mozilla-Status: 1\r\n\r\nhi', 'mbox'],
    ['\n\nFrom a@b Mon Mar  3 10:00:00 2025\n\n1\n', 'mbox'],
    ['From: a@b.example\rSubject: x\r\rhi\r', 'mail'],
    ['\r\rSubject: x\rX: y\r\rhi\nthere', 'mail'],
    ['From a@b Mon Mar  3 10:00:00 2025\rSubject: x\r\rhi\r', 'mbox'],
    ['\rFrom a@b Mon Mar  3 10:00:00 2025\rSubject: x\r\rhi\nthere', 'mbox'],
  ])('%j is %s', (text, format) => {
    expect(formatOf(text)).toBe(format);
  });

  it.each([
    ['From a@b Mon Mar  3 10:00:00 2025\rSubject: x\r\rhi\r', 13],
    ['From a@b Mon Mar  3 10:00:00 2025\r\nSubject: x\r\n\r\nhi\r\n', 10],
    ['From a@b Mon Mar  3 10:00:00 2025\r\r\nSubject: x\r\r\n\r\r\nhi', 10],
    ['From a@b Mon Mar  3 10:00:00 2025\nSubject: x\ry\n\nhi', 10],
  ])('%j has lines that end in byte %i', (text, lineEnd) => {
    expect(detect(Buffer.from(text))).toMatchObject({ format: 'mbox', lineEnd });
  });

  it('is a mailbox that begins in the middle of a mail if a whole one follows', () => {
    const separator = 'From a@b Mon Mar  3 10:00:00 2025';
    const head = `of the first one.\n\n${separator}\nSubject: x\n\nhi`;
    expect(detect(Buffer.from(head))).toEqual({ format: 'mbox', skip: 0, lineEnd: 10, isCut: true });
    expect(detect(Buffer.from(head.replaceAll('\n', '\r')))).toMatchObject({
      format: 'mbox',
      lineEnd: 13,
      isCut: true,
    });
    expect(formatOf(`Notes\n\n${separator}\nwas the line.\n`)).toMatch(/not a mail/);
    expect(formatOf('Notes\n\nFrom me\nSubject: x\n')).toMatch(/not a mail/);
  });

  it.each([
    ['', /empty/],
    ['Repository: https://x.example\nLicense: MIT\nNote: none\n', /not a mail/],
    ['# Readme\n\nFrom: me', /not a mail/],
    ['From there we went on.\nIt rained.\n', /not a mail/],
    ['\u001f\u008b\u0008', /gzip/],
    ['PK\u0003\u0004', /ZIP/],
    ['!BDN', /Outlook/],
    ['\u0000\u0001\u0002', /not a mail/],
    ['\u0004"M\u0018', /lz4/],
    ['LZIP', /lzip/],
    ['\u00cf\u00ad\u0012\u00fe', /Outlook Express/],
    ['x\u009f>"', /winmail\.dat/],
    ['\u00ff\u00feF\0r\0o\0m\0', /UTF-16/],
    ['\u00fe\u00ff\0F\0r\0o\0m', /UTF-16/],
    ['%PDF-1.7', /PDF/],
    ['{\\rtf1', /RTF/],
    ['PK\u0003\u0004 [Content_Types].xml word/document.xml', /^It is a document of an office program/],
    ['PK\u0003\u0004 mimetypeapplication/vnd.oasis.opendocument.text', /^It is a document of an office program/],
    ['(\u00b5/\u00fd', /zstd/],
    ['7z\u00bc\u00af\u0027\u001c', /7-Zip/],
    [`${'archive.mbox'.padEnd(257, '\0')}ustar`, /TAR/],
    ['\u00d0\u00cf\u0011\u00e0 W\0o\0r\0d\0', /office program/],
    [`\u00d0\u00cf\u0011\u00e0 ${[...'__substg1.0_0037'].join('\0')}`, /^It is an Outlook message \(\.msg\)/],
  ])('%j is set aside', (text, reason) => {
    expect(formatOf(text)).toMatch(reason);
  });
});
