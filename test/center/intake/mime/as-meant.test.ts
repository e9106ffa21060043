import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedContent } from '../../../../src/center/intake/mime/cms.ts';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';

function mail(...lines: readonly (string | Uint8Array)[]) {
  const bytes = lines.flatMap(line => [typeof line === 'string' ? Buffer.from(line) : line, Buffer.from('\n')]);
  return parseMail(Buffer.concat(bytes), { now: Date.UTC(2026, 10, 29) });
}

describe('a plain version that hides the HTML', () => {
  const HTML = '<p>My order 8021 is broken. The glass has a crack from side to side, and the box was wet.</p>';
  const read = (plain: string, html = HTML) =>
    mail(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...['--b', 'Content-Type: text/plain; charset=utf-8', '', plain],
      ...['--b', 'Content-Type: text/html; charset=utf-8', '', html, '--b--'],
    ).text.trim();

  test.each([
    ['zero-width signs', '\u034f\u200c\u200b\ufeff'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['blanks that are none', '\u2800\u3164\u00a0'],
    ['a lone separator', '-----'],
    ['the delimiter of a signature', '-- '],
    ['dots', '...'],
    ['a picture in words', '[image: logo]'],
    ['a notice', 'Please use a program that shows HTML.'],
    ['another notice', 'This is an HTML email. Your mail client does not support it, or you have switched it off.'],
    ['a German notice', 'Diese E-Mail liegt nur als HTML vor. Bitte aktivieren Sie die Anzeige.'],
    ['filler', 'Lorem ipsum dolor sit amet.'],
    ['an address to read it at', 'https://mail.example/v/81f'],
  ])('gives way: %s', (_, plain) => {
    expect(read(plain)).toMatch(/^My order 8021 is broken\./);
  });

  test.each([
    ['the same words', 'My order 8021 is broken. The glass has a crack from side to side, and the box was wet.'],
    ['the first of its words', 'My order 8021 is broken.'],
    ['words of its own, and as many', 'Bestellung kaputt: Glas gesprungen, Karton nass. Was nun? Bitte um Ersatz.'],
  ])('stays if it has %s', (_, plain) => {
    expect(read(plain)).toBe(plain);
  });

  test('stays if the HTML says nothing', () => {
    expect(read('👍', '<img src="cid:x">')).toBe('👍');
    expect(read('See the HTML.', '<p>&nbsp;</p>')).toBe('See the HTML.');
  });
});

/** `openssl smime -sign -nodetach`, and with `-stream`, which writes no lengths. */
const SIGNED =
  'MIIENQYJKoZIhvcNAQcCoIIEJjCCBCICAQExDzANBglghkgBZQMEAgEFADBRBgkqhkiG9w0BBwGgRARCQ29udGVudC1UeXBlOiB0ZXh0' +
  'L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoNCk15IGdsYXNzIGhhcyBhIGNyYWNrLg0KoIIB/DCCAfgwggFhoAMCAQICFF9bMB6n3FcOvyiL' +
  'ESlAVStrZBNaMA0GCSqGSIb3DQEBCwUAMA4xDDAKBgNVBAMMA1pvZTAeFw0yNjExMjkxMzMxNDJaFw0zNjExMjYxMzMxNDJaMA4xDDAK' +
  'BgNVBAMMA1pvZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAwwzCeT7fE/thA2PaHfpkz9t8r4RKy8eYeGQhZYN8H1qRNrMTmf9o' +
  'cboWZGNsdmg9bJVN5HwNmUvCvRFQvY89Joaa1xiKwxlGTX1zudXkfDquovw82n9EUWIH164CP+J18YXwodPa5S0nYvHbm2BGvDi2DW4C' +
  'DtOQVhHP5nelOGcCAwEAAaNTMFEwHQYDVR0OBBYEFG8+Vfy9eV4eDAT+CkOAxiA7865wMB8GA1UdIwQYMBaAFG8+Vfy9eV4eDAT+CkOA' +
  'xiA7865wMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAdwEsqxIMCboQFNp7M3ZHdR/ONmu1eJZ7vMnTgjfXTj/KbMKI' +
  'Frt59iTqB64HegDts3a45RNVxSub3d9NMwa4tZCxKlq2mZi+1CIYQ2/e+xIrZ2rFWlEb3+whCnivPx17gMf9HAaczQUj3etvCyE7kwyU' +
  'JIWs6gbY6lP2N0dKhYYxggG3MIIBswIBATAmMA4xDDAKBgNVBAMMA1pvZQIUX1swHqfcVw6/KIsRKUBVK2tkE1owDQYJYIZIAWUDBAIB' +
  'BQCggeQwGAYJKoZIhvcNAQkDMQsGCSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTI5MTMzMTQyWjAvBgkqhkiG9w0BCQQxIgQg' +
  'J0+p68XmaCO6HHGCG6lluuC23WLC84jkaiJkjl2tii0weQYJKoZIhvcNAQkPMWwwajALBglghkgBZQMEASowCwYJYIZIAWUDBAEWMAsG' +
  'CWCGSAFlAwQBAjAKBggqhkiG9w0DBzAOBggqhkiG9w0DAgICAIAwDQYIKoZIhvcNAwICAUAwBwYFKw4DAgcwDQYIKoZIhvcNAwICASgw' +
  'DQYJKoZIhvcNAQEBBQAEgYAw61Q63U1I/vm6Qfbgi/S/OBvcHiNujDS/CRCmpgGM/sEKu1agDuiKG0Q6yrgCQVjcWVvm5HcFFBpNpw6J' +
  '2tZHn4lVH6zyKRAeGKvEOnR3vfNhWKi2vu0LPpTZSQrcoDuU6ri7OvvLu40m/tiZ22NdXMKnB8qOGt5ybneCpsHdag==';
const STREAMED =
  'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgARCQ29udGVudC1UeXBlOiB0ZXh0L3BsYWlu' +
  'OyBjaGFyc2V0PXV0Zi04DQoNCk15IGdsYXNzIGhhcyBhIGNyYWNrLg0KAAAAAAAAoIIB/DCCAfgwggFhoAMCAQICFF9bMB6n3FcOvyiL' +
  'ESlAVStrZBNaMA0GCSqGSIb3DQEBCwUAMA4xDDAKBgNVBAMMA1pvZTAeFw0yNjExMjkxMzMxNDJaFw0zNjExMjYxMzMxNDJaMA4xDDAK' +
  'BgNVBAMMA1pvZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAwwzCeT7fE/thA2PaHfpkz9t8r4RKy8eYeGQhZYN8H1qRNrMTmf9o' +
  'cboWZGNsdmg9bJVN5HwNmUvCvRFQvY89Joaa1xiKwxlGTX1zudXkfDquovw82n9EUWIH164CP+J18YXwodPa5S0nYvHbm2BGvDi2DW4C' +
  'DtOQVhHP5nelOGcCAwEAAaNTMFEwHQYDVR0OBBYEFG8+Vfy9eV4eDAT+CkOAxiA7865wMB8GA1UdIwQYMBaAFG8+Vfy9eV4eDAT+CkOA' +
  'xiA7865wMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAdwEsqxIMCboQFNp7M3ZHdR/ONmu1eJZ7vMnTgjfXTj/KbMKI' +
  'Frt59iTqB64HegDts3a45RNVxSub3d9NMwa4tZCxKlq2mZi+1CIYQ2/e+xIrZ2rFWlEb3+whCnivPx17gMf9HAaczQUj3etvCyE7kwyU' +
  'JIWs6gbY6lP2N0dKhYYxggG1MIIBsQIBATAmMA4xDDAKBgNVBAMMA1pvZQIUX1swHqfcVw6/KIsRKUBVK2tkE1owCwYJYIZIAWUDBAIB' +
  'oIHkMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyOTEzMzE0MlowLwYJKoZIhvcNAQkEMSIEICdP' +
  'qevF5mgjuhxxghupZbrgtt1iwvOI5GoiZI5drYotMHkGCSqGSIb3DQEJDzFsMGowCwYJYIZIAWUDBAEqMAsGCWCGSAFlAwQBFjALBglg' +
  'hkgBZQMEAQIwCgYIKoZIhvcNAwcwDgYIKoZIhvcNAwICAgCAMA0GCCqGSIb3DQMCAgFAMAcGBSsOAwIHMA0GCCqGSIb3DQMCAgEoMA0G' +
  'CSqGSIb3DQEBAQUABIGAMOtUOt1NSP75ukH24Iv0vzgb3B4jbow0vwkQpqYBjP7BCrtWoA7oihtEOsq4AkFY3Flb5uR3BRQaTacOidrW' +
  'R5+JVR+s8ikQHhirxDp0d73zYViotr7tCz6U2UkK3KA7lOq4uzr7y7uNJv7YmdtjXVzCpwfKjhrecm53gqbB3WoAAAAAAAA=';

describe('an S/MIME signature that encloses its mail', () => {
  const types = [
    'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
    'application/x-pkcs7-mime; name="smime.p7m"',
  ];
  const of = (content: string, type: string) =>
    mail(`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', '', ...content.match(/.{1,64}/g)!);

  test.each(types)('is unwrapped: %s', type => {
    for (const content of [SIGNED, STREAMED]) {
      const { text, files } = of(content, type);
      expect(text).toBe('My glass has a crack.');
      expect(files.map(({ name, type: kind }) => [name, kind])).toEqual([
        ['smime.p7m', 'application/pkcs7-mime; smime-type=signed-data'],
      ]);
    }
  });

  test('is left as it is if it is another thing, or broken', () => {
    const bytes = Buffer.from(SIGNED, 'base64');
    for (const end of [0, 1, 20, 60, 100]) expect(signedContent(bytes.subarray(0, end))).toBeUndefined();
    const other = Buffer.from(bytes);
    other[bytes.indexOf(Buffer.from('2a864886f70d010702', 'hex')) + 8] = 3;
    expect(signedContent(other)).toBeUndefined();
    expect(of(other.toString('base64'), types[1]!).files[0]!.type).toBe('application/x-pkcs7-mime');
  });

  test('never makes reading fail', () => {
    const bytes = Buffer.from(SIGNED, 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        expect(() => signedContent(changed)).not.toThrow();
      }),
    );
  });
});

describe('a multipart whose boundary is not in the mail', () => {
  const parts = [
    ...['--real', 'Content-Type: text/plain', '', 'Here is the text.', '--real'],
    ...['Content-Type: application/pdf; name="invoice.pdf"', 'Content-Transfer-Encoding: base64', '', 'JVBERi0xLjQK'],
    '--real--',
  ];
  test.each([
    'Content-Type: multipart/mixed',
    'Content-Type: multipart/mixed; boundary=""',
    'Content-Type: multipart/mixed; boundary="REAL"',
    'Content-Type: multipart/mixed; boundary="unused"\nX-Between: yes\nContent-Type: multipart/mixed; boundary="real"',
  ])('is taken apart at the one that is there: %s', type => {
    const { text, files } = mail(type, '', 'Preamble', ...parts);
    expect([text.trim(), files.map(({ name }) => name)]).toEqual(['Here is the text.', ['invoice.pdf']]);
  });

  test('is a text if none is there', () => {
    expect(mail('Content-Type: multipart/mixed', '', '--', 'Content: none', '', '-- ', 'Zoe').text).toContain('Zoe');
  });
});

describe('a base64 text with a plain footer', () => {
  const base64 = (text: string) =>
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g)!;
  const FOOTER = ['_______________________________________________', 'list mailing list', 'list@lists.example.org'];
  test.each([
    ['short', 'Grüße', FOOTER],
    ['long', 'Grüße aus Köln. '.repeat(30), FOOTER],
    ['without padding', 'abc', ['-- ', 'Scanned by a program.']],
    ['behind a blank line', 'Grüße', ['', '----', 'Sent to you by the list']],
  ])('is decoded up to it: %s', (_, text, footer) => {
    const read = mail(
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      ...base64(text),
      ...footer,
    ).text;
    expect(read.replace(/\n+/g, '\n').trim()).toBe([text, ...footer.filter(Boolean)].join('\n').trim());
  });

  test('is none if base64 goes on behind the signs that do not belong there', () => {
    const lines = base64('Grüße aus Köln. '.repeat(30));
    const broken = [lines[0]!, '*', ...lines.slice(1)];
    const read = mail(
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      ...broken,
    ).text;
    expect(read.trim()).toBe('Grüße aus Köln. '.repeat(30).trim());
  });
});

test.each([
  ['text/markdown', '# Broken'],
  ['text/x-markdown; charset=utf-8', '# Broken'],
  ['text/uri-list', 'https://shop.example/order'],
])('a text of the type %s is read', (type, text) => {
  const { text: read, files } = mail(`Content-Type: ${type}`, '', text);
  expect([read.trim(), files]).toEqual([text, []]);
});

describe('letters without a charset, or with an old name of it', () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  test.each([
    ['KOI8-R', 'f4c5d3d4 d4c5d3d4', 'Тест тест'],
    ['KOI8-R in small letters', 'd4c5d3d4 d4c5d3d4', 'тест тест'],
    ['Windows-1251', 'd2e5f1f2 f2e5f1f2', 'Тест тест'],
    ['GBK', 'd6d0cec4', '中文'],
    ['Windows-1252', '4772fcdf65', 'Grüße'],
  ])('are read in a subject: %s', (_, hex, subject) => {
    const raw = Buffer.concat(hex.split(' ').flatMap((word, at) => [Buffer.from(at > 0 ? ' ' : ''), bytes(word)]));
    expect(mail(Buffer.concat([Buffer.from('Subject: '), raw]), '', 'x').subject).toBe(subject);
  });

  test.each([
    ['Shift_JIS', '82e082e082aa82cd', 'ももがは'],
    ['EUC-JP', 'a4e2a4e2a4aca4cf', 'ももがは'],
    ['KOI8-R', 'f0d2c9d7c5d4', 'Привет'],
  ])('are read in a body: %s', (_, hex, text) => {
    expect(mail('Subject: x', '', bytes(hex)).text.trim()).toBe(text);
  });

  test.each([
    ['X-ISO_8859-2:1987', 'b1', 'ą'],
    ['iso8859_1', 'fc', 'ü'],
    ['8859-15', 'a4', '€'],
    ['latin-9', 'a4', '€'],
    ['win-1250', 'b9', 'ą'],
    ['windows1251', 'dff0', 'Яр'],
    ['x-windows-1252', '80', '€'],
    ['cp874', 'a1', 'ก'],
    ['csWindows31J', '82a0', 'あ'],
    ['euc_jp', 'a4a2', 'あ'],
    ['MS949', 'b0a1', '가'],
    ['GB2312_CHARSET', 'd6d0', '中'],
    ['macroman', '9f', 'ü'],
    ['utf_8', 'c3bc', 'ü'],
    ['utf8mb4', 'c3bc', 'ü'],
    ['windows-1250; format=flowed', 'b9', 'ą'],
  ])('are read under another spelling of the name: %s', (label, hex, text) => {
    const read = mail(`Content-Type: text/plain; charset="${label}"`, '', bytes(hex)).text;
    expect(read.trim()).toBe(text);
  });

  test('are read as Big5 under the name CHINESEBIG5', () => {
    expect(mail('Content-Type: text/plain; charset="CHINESEBIG5"', '', bytes('c1d9a6')).text.slice(0, 1)).toBe('還');
  });
});

test.each([
  ['December 1, 2014 at 2:59:42 PM PST', '2014-12-01T22:59:42.000Z'],
  ['December 1st, 2014 at 2:59pm', '2014-12-01T14:59:00.000Z'],
  ['Mon, Dec 1, 2014 at 3 PM EST', '2014-12-01T20:00:00.000Z'],
  ['1 December 2014 14:59:42 CET', '2014-12-01T13:59:42.000Z'],
  ['Monday, 1. December 2014 at 14:59', '2014-12-01T14:59:00.000Z'],
  ['Mon, 1 Dec 2014 14:59:42 +0100', '2014-12-01T13:59:42.000Z'],
  ['01.12.2014, 14:59:42', '2014-12-01T14:59:42.000Z'],
  ['1.12.2014 um 14:59 Uhr', '2014-12-01T14:59:00.000Z'],
  ['13/12/2014 14:59', '2014-12-13T14:59:00.000Z'],
  ['Mo, 1 Dez 2014 14:59:42 +0100', '2014-12-01T13:59:42.000Z'],
  ['Mo, 01. Dez. 2014 14:59:42 +0100', '2014-12-01T13:59:42.000Z'],
  ['Montag, 1. Dezember 2014 14:59', '2014-12-01T14:59:00.000Z'],
  ['lun. 1 déc. 2014 14:59:42 +0100', '2014-12-01T13:59:42.000Z'],
  ['1 décembre 2014 à 14:59:42', '2014-12-01T14:59:42.000Z'],
  ['lunes, 1 de diciembre de 2014 14:59', '2014-12-01T14:59:00.000Z'],
  ['1 dicembre 2014 alle ore 14:59', '2014-12-01T14:59:00.000Z'],
  ['1 grudnia 2014 14:59', '2014-12-01T14:59:00.000Z'],
  ['1 декабря 2014 г., 14:59', '2014-12-01T14:59:00.000Z'],
  ['2014年12月1日 14:59', '2014-12-01T14:59:00.000Z'],
  ['20141201145942', '2014-12-01T14:59:42.000Z'],
  ['Mon, 1 Dec 2014 14.59.42 +0100', '2014-12-01T13:59:42.000Z'],
  ['Mon, 1 Dec 114 14:59:42 +0100', '2014-12-01T13:59:42.000Z'],
  ['Mon, 1 Dec 2014 14:59:42 AEST', '2014-12-01T04:59:42.000Z'],
  ['Mon, 1 Dec 14 14:59:42 EST', '2014-12-01T19:59:42.000Z'],
])('a date as a person writes it is read: %s', (date, at) => {
  expect(new Date(mail(`Date: ${date}`, '', 'x').sentAt).toISOString()).toBe(at);
});

describe('a machine', () => {
  test.each([
    'X-Cron-Env: <SHELL=/bin/sh>',
    'X-MS-Exchange-Inbox-Rules-Loop: zoe@there.example',
    'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
    'X-Autogenerated: Reply',
    'X-POST-MessageClass: 9; Autoresponder',
    'Subject: Undeliverable: Your order',
    'Subject: Undelivered Mail Returned to Sender',
    'Subject: Returned mail: see transcript for details',
    'Subject: Delivery Status Notification (Failure)',
    'Subject: failure notice',
    'Subject: Mail delivery failed: returning message to sender',
    'Subject: Unzustellbar: Ihre Bestellung',
    'Subject: Mail System Error - Returned Mail',
    'Subject: DELIVERY FAILURE: User zoe not listed in public Name & Address Book',
    'Subject: Échec de la remise : Commande',
    'Subject: Niet-bezorgbaar: Bestelling',
    'Subject: Kan inte levereras: Beställning',
    'Subject: Kan ikke leveres: Ordre',
    'Subject: Nedoručitelné: Objednávka',
    'Subject: [Auto-Reply] Parcel',
    'Subject: Zoe Quinn is out of the office (returning 1 Dec)',
    'Subject: Out of office until Monday',
    'Subject: Vacation reply',
    'Subject: Frånvaro: Paket',
    'Subject: Fuera de la oficina: Pedido',
    'Subject: Нет на рабочем месте: Заказ',
    'Subject: Poza biurem: Paczka',
    'X-Auto-Response: yes',
    'X-Auto-Response-Suppress: OOF',
    'X-Amazon-Auto-Reply: true',
    'X-Autosubmitted: auto-replied',
    'X-Autogenerated-By: cron',
    'X-Mail-Autorespond: 1',
    'Precedence: auto-reply',
    'Preference: auto_reply',
    'List-Help: <mailto:list@there.example>',
    'X-Mailman-Version: 2.1',
    'X-DSNContext: 335a7efd',
    'X-GitHub-Reason: mention',
    'X-Mailer: vacation 1.2',
    'From: Mail System <MAILER-DAEMON@mx.example>',
    'Content-Type: message/delivery-status',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
  ])('is known by its mark: %s', head => {
    expect(mail(head, '', 'x').isAutomatic).toBe(true);
  });

  test.each([
    'Subject: My parcel is undeliverable',
    'Subject: Delivery of my order',
    'Subject: Failure notice for my invoice',
    'Subject: Returned mail order',
    'Subject: Mail delivery',
    'Subject: Delivery problem with my parcel',
    'Subject: Delivery failed',
    'Subject: Delivery delayed again',
    'Subject: Delivery failure: my order 81',
    'Subject: Delivery notification settings',
    'Subject: Mail delivery failed, what now?',
    'Subject: Out of office chairs',
    'Subject: Re: Vacation rental',
    'Auto-Submitted: no',
    'X-Auto-Submitted: no',
    'X-Autocomplete: yes',
    'Precedence: normal',
    'X-Mailer: Apple Mail',
  ])('is not taken for one: %s', head => {
    expect(mail(head, '', 'x').isAutomatic).toBe(false);
  });
});
