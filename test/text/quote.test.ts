import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldQuotes } from '../../src/text/quote.ts';
import { lines, safeBlock } from '../../src/text/safe.ts';
import { corpusNames, corpusText, whyNoCorpus } from '../harness/corpus.ts';
import { runs } from '../harness/full.ts';
import { skippedFor } from '../harness/skipped.ts';
import { hostileText, seeded } from './hostile.ts';

/** What of a mail is shown unfolded, blank lines at the edges taken off. */
function visible(raw: string): string {
  const segments = foldQuotes(safeBlock(raw)).filter(({ kind }) => kind === 'text');
  return segments
    .flatMap(segment => segment.lines)
    .join('\n')
    .trim();
}

function kinds(raw: string): string[] {
  return foldQuotes(safeBlock(raw)).map(({ kind, lines }) => `${kind} ${lines.length}`);
}

const OWN = 'Thank you, that works.';

it('does not count a dated line of the writer’s own to the introduction below it', () => {
  const own = 'On Monday the 3rd I sent it back.';
  expect(visible(`${own}\nOn Nov 20, 2025, at 09:12, Zoë Quinn wrote:\n> Hello`)).toBe(own);
});

describe('introductions of a quote', () => {
  it.each([
    'On Thu, Nov 20, 2025 at 9:12 AM Zoë Quinn <zoe@customer.example> wrote',
    'Am 20.11.2025 um 09:12 schrieb Zoë Quinn <zoe@customer.example>',
    'Le 20/11/2025 à 09:12, Zoë Quinn a écrit',
    'Zoë Quinn wrote on 20.11.2025 09:12',
    'Am 20.11.2025 um 09:12 schrieb Zoë Quinn',
    'Op 20-11-2025 om 09:12 schreef Zoë van der Quinn',
    'Thu, 20 Nov 2025 09:12:00 +0100\nZoë Quinn <zoe@customer.example> wrote',
    'Nov 20, 2025, 9:12 AM\nZoë Quinn wrote',
    'чт, 20 нояб. 2025 г. в 09:12, Zoë Quinn написал',
    'czw., 20 lis 2025 o 09:12 Zoë Quinn napisał(a)',
  ])('need no colon if the signs of a quote follow: %s', introduction => {
    expect(visible(`${OWN}\n\n${introduction}\n\n> Hello\n> there`)).toBe(OWN);
  });

  it.each([
    ['On Thu, Nov 20, 2025 at 9:12 AM Zoë Quinn <zoe@customer.example> wrote', false],
    ['Am 20.11.2025 um 09:12 schrieb Zoë Quinn <zoe@customer.example>', false],
    ['Thu, 20 Nov 2025 09:12:00 +0100\nZoë Quinn <zoe@customer.example> wrote', false],
    ['Le 20/11/2025 à 09:12, Zoë Quinn <zoe@customer.example> a écrit', false],
    ['Le 20/11/2025 à 09:12, Zoë Quinn a écrit', true],
    ['Zoë Quinn wrote on 20.11.2025 09:12', true],
    ['Am 20.11.2025 um 09:12 schrieb Zoë Quinn', true],
    ['Nov 20, 2025, 9:12 AM\nZoë Quinn wrote', true],
  ])(
    'need an address and an empty line below if they have neither colon nor quote signs: %s',
    (introduction, isOwn) => {
      expect(visible(`${OWN}\n\n${introduction}\n\nHello`).includes('Hello')).toBe(isOwn);
      expect(visible(`${OWN}\n\n${introduction}\nthat it works.`)).toContain('works.');
    },
  );

  it.each([
    ['Yandex', '20.11.2025, 09:12, "Zoë Quinn" <zoe@customer.example>:'],
    ['Yandex, over two lines', '20.11.2025, 09:12, "Zoë Quinn"\n<zoe@customer.example>:'],
    ['Yandex in English', '20 November 2025, 09:12, "Zoë Quinn" <zoe@customer.example>:'],
    ['mail.ru', 'Четверг, 20 ноября 2025, 9:12 +03:00 от Zoë Quinn <zoe@customer.example>:'],
    ['mail.ru in English', 'Thursday, 20 November 2025, 9:12 +03:00 from Zoë Quinn <zoe@customer.example>:'],
    ['mail.ru, an older one', 'Thu, 20 Nov 2025 09:12:03 +0300 от Zoë Quinn <zoe@customer.example>:'],
    ['Gmail in Russian', 'чт, 20 нояб. 2025 г. в 09:12, Zoë Quinn <zoe@customer.example>:'],
    ['Gmail in Russian, over two lines', 'чт, 20 нояб. 2025 г. в 09:12, Zoë Quinn <\nzoe@customer.example>:'],
    ['SFR', `${'='.repeat(40)}\n\nMessage du : 20/11/2025 09:12\nDe : "Zoë" <z@customer.example>\nA : help\nSujet : x`],
    ['a French provider', '==== Message du 20/11/2025 09:12 ===='],
    ['a French provider, the fields below', '==== Message du 20/11/25\nDe : Zoë\nA : help\nCopie à :\nObjet : x'],
    ['Danish, between dashes', '---- Den tor., 20 nov. 2025 09:12 +0100 skrev Zoë <zoe@customer.example> ----'],
    ['Danish, the name first', '---- Zoë Quinn <zoe@customer.example> skrev den 20-11-2025 09:12 ----'],
    ['Danish of a phone', '-------- Oprindelig besked --------\nFra: Zoë\nDato: 20.11.2025\nTil: Help\nEmne: x'],
    ['Danish, original mail', '-----Original besked-----\nFra: Zoë\nSendt: torsdag\nTil: Help\nEmne: x'],
  ])('as %s writes them', (_program, introduction) => {
    for (const quoted of ['Hello\n\nthere', '> Hello\n> there'])
      expect(visible(`${OWN}\n\n${introduction}\n\n${quoted}`)).toBe(OWN);
  });

  it.each([
    'Thursday, November 20, 2025, 9:12:03 AM\nZoë Quinn wrote:',
    'Donnerstag, 20. November 2025 09:12\nZoë Quinn schrieb:',
    'Thu, 20 Nov 2025 09:12\nZoë Quinn <zoe@customer.example> wrote:',
    'Nov 20, 2025, 9:12 AM\nZoë Quinn wrote:',
    'November 20, 2025 9:12 AM\nZoë Quinn <zoe@customer.example> wrote:',
    '20. Nov. 2025, 09:12 von zoe@customer.example:',
    'Nov 20, 2025, 09:12 by zoe@customer.example:',
    ' ---- Le jeu., 20 nov. 2025 09:12:00 +0100 Zoë <zoe@customer.example> a écrit ----',
    'Gesendet: Donnerstag, 20. November 2025 um 09:12 Uhr\nVon: "Zoë" <z@customer.example>\nAn: Help\nBetreff: x',
    '*Gesendet:* Donnerstag, 20. November 2025\n*Von:* Zoë <z@customer.example>\n*An:* Help',
    'Envoyé: jeudi 20 novembre 2025 à 09:12\nDe: "Zoë" <z@customer.example>\nÀ: Help\nObjet: x',
    'Betreff: x\nDatum: Donnerstag, 20. November 2025\nVon: Zoë <z@customer.example>\nAn: Help',
    '-----Ursprünglicher Termin-----\nVon: Zoë\nGesendet: Donnerstag\nAn: Help\nBetreff: x\nZeit: Montag\nOrt: Berlin',
    '-----Rendez-vous d’origine-----\nDe : Zoë\nEnvoyé : jeudi\nÀ : Help\nObjet : x',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Thursday, November 20th, 2025 at 09:12, Zoë <zoe@customer.example> wrote:',
    'jeudi 20 novembre 2025 à 09:12\nZoë Quinn a écrit :',
    'Von: Zoë Quinn <z@customer.example>\nGesendet am: Donnerstag, 20. November 2025 09:12\nAn: Help',
    'De : Zoë Quinn <z@customer.example>\nEnvoyé le : jeudi 20 novembre\nÀ : Help',
  ])('may begin with the day, on a line of its own: %j', introduction => {
    expect(visible(`${OWN}\n\n${introduction}\n\nHello`)).toBe(OWN);
  });

  it('are not a sentence of the writer’s own', () => {
    for (const own of [
      'She wrote to me on 20.11.2025 about it.',
      'As I wrote on 20.11.2025',
      'Monday 3 pm works for me.',
      'Am 20.11.2025 schrieb ich Ihnen das schon.',
      'Am 20.11.2025 um 09:12 schrieb Zoë Quinn mir zurück',
      'Date: 20 November 2025\nFrom: Berlin\nTo: Paris',
      '20 Nov 2025, 09:12 the courier came:',
      'On 20 Nov 2025 at 09:12 I sent this to Bob <bob@b.example>:',
      'Bob <bob@b.example> came on 20 Nov 2025 at 09:12 and this is what he left:',
      'From: Berlin\nTo: Paris\nDate: 20 November 2025',
      '==== Message du jour ====',
    ])
      expect(visible(`${OWN}\n${own}\n> Hello\n\nBye`)).toContain(own);
  });

  it.each([
    'Gesendet von Mail für Windows',
    'Gesendet von Outlook für iOS<https://aka.ms/o0ukef>',
    'Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>',
    'Obtenir Outlook pour iOS<https://aka.ms/o0ukef>',
    'Obtenez Outlook pour Android',
    'Télécharger Outlook pour iOS<https://aka.ms/o0ukef>',
    'Envoyé à partir de Outlook pour Android<https://aka.ms/AAb9ysg>',
    'von meinem iPad',
    'Vom iPhone gesendet',
    'Mobil gesendet',
    'Sent from my HTC on the Now Network from Sprint!',
    'Envoyé à partir de Outlook pour Android',
    'Provenance : Courrier pour Windows',
    'Télécharger Outlook pour iOS',
    'Outlook für Android herunterladen',
    'Outlook für Android<https://aka.ms/AAb9ysg> herunterladen',
    'Laden Sie Outlook für Android<https://aka.ms/AAb9ysg> herunter',
    'Ottieni Outlook per Android<https://aka.ms/AAb9ysg>',
    'Obter o Outlook para Android<https://aka.ms/AAb9ysg>',
    'Pobierz aplikację Outlook dla systemu Android [https://aka.ms/AAb9ysg]',
    'Отправлено из Mail.ru для Android',
    'Отправлено из Яндекс.Почты для мобильных',
    'Отправлено из мобильной Яндекс Почты: http://m.ya.ru/ymail',
    'Sent from Yandex.Mail for mobile',
    'Lähetetty iPhonesta',
    'Von unterwegs gesendet',
  ])('and a line that a phone or program adds is folded: %s', added => {
    expect(visible(`${OWN}\n\n${added}`)).toBe(OWN);
  });

  it.each([
    ['English', 'On Thu, Nov 20, 2025 at 9:12 AM Zoë Quinn <zoe@customer.example> wrote:'],
    ['English, over two lines', 'On Thu, Nov 20, 2025 at 9:12 AM Zoë Quinn <\nzoe@customer.example> wrote:'],
    ['Apple Mail', 'On Nov 20, 2025, at 09:12, Zoë Quinn wrote:'],
    ['Zoho', '---- On Thu, 20 Nov 2025 09:12:00 +0100 Zoë Quinn <zoe@customer.example> wrote ----'],
    ['German', 'Am Do., 20. Nov. 2025 um 09:12 Uhr schrieb Zoë Quinn <zoe@customer.example>:'],
    ['German, the name first', 'Zoë Quinn <zoe@customer.example> schrieb am Do., 20. Nov. 2025, 09:12:'],
    ['French', 'Le jeu. 20 nov. 2025 à 09:12, Zoë Quinn <zoe@customer.example> a écrit :'],
    ['Spanish', 'El jue, 20 nov 2025 a las 9:12, Zoë Quinn (<zoe@customer.example>) escribió:'],
    ['Portuguese', 'Em qui., 20 de nov. de 2025 às 09:12, Zoë Quinn <zoe@customer.example> escreveu:'],
    ['Italian', 'Il giorno gio 20 nov 2025 alle ore 09:12 Zoë Quinn <zoe@customer.example> ha scritto:'],
    ['Dutch', 'Op do 20 nov 2025 om 09:12 schreef Zoë Quinn <zoe@customer.example>:'],
    ['Swedish', 'Den tors 20 nov. 2025 kl 09:12 skrev Zoë Quinn <zoe@customer.example>:'],
    ['Finnish', 'to 20. marrask. 2025 klo 9.12 Zoë Quinn (zoe@customer.example) kirjoitti:'],
    ['Polish', 'czw., 20 lis 2025 o 09:12 Zoë Quinn <zoe@customer.example> napisał(a):'],
    ['Czech', 'čt 20. 11. 2025 v 9:12 odesílatel Zoë Quinn <zoe@customer.example> napsal:'],
    ['Russian', 'чт, 20 нояб. 2025 г. в 09:12, Zoë Quinn <zoe@customer.example>:\n> написал:'],
    ['Russian, with a verb', '20 нояб. 2025 г. 09:12 пользователь Zoë Quinn <zoe@customer.example> написал:'],
    ['Ukrainian', 'чт, 20 лист. 2025 р. о 09:12 Zoë Quinn <zoe@customer.example> пише:'],
    ['Turkish', 'Zoë Quinn <zoe@customer.example>, 20 Kas 2025 Per, 09:12 tarihinde şunu yazdı:'],
    ['Chinese', 'Zoë Quinn <zoe@customer.example> 于2025年11月20日周四 09:12写道：'],
    ['Japanese', '2025年11月20日(木) 9:12 Zoë Quinn <zoe@customer.example>:'],
    ['Korean', '2025년 11월 20일 (목) 오전 9:12, Zoë Quinn <zoe@customer.example>님이 작성:'],
  ])('in %s', (_language, introduction) => {
    const quoted = introduction.split('\n').length;
    expect(visible(`${OWN}\n\n${introduction}\n\n> Hello\n> there`)).toBe(OWN);
    expect(visible(`${OWN}\n\n${introduction}\n\nHello\n\nthere`)).toBe(OWN);
    expect(kinds(`${OWN}\n${introduction}\n> Hello\n\nAnd one more thing.`)).toEqual([
      'text 1',
      `quote ${quoted + 1}`,
      'text 2',
    ]);
  });

  it.each([
    ['English', '-----Original Message-----\nFrom: Zoë Quinn\nSent: Thursday\nTo: Support\nSubject: Refund'],
    ['English, without a rule', 'From: Zoë Quinn <zoe@customer.example>\nDate: Thursday\nTo: Support\nSubject: Refund'],
    [
      'English, in bold',
      ' ------------------\n\n*From:* Zoë Quinn\n*Sent:* Thursday\n*To:* Support\n*Subject:* Refund',
    ],
    ['English, a rule of underscores', '________________\nFrom: Zoë\nSent: Thursday\nTo: Support\nSubject: Refund'],
    ['German', '-----Ursprüngliche Nachricht-----\nVon: Zoë\nGesendet: Donnerstag\nAn: Support\nBetreff: Erstattung'],
    ['French', 'De : Zoë\nEnvoyé : jeudi\nÀ : Support\nObjet : Remboursement'],
    ['Spanish', '-----Mensaje original-----\nDe: Zoë\nEnviado el: jueves\nPara: Soporte\nAsunto: Reembolso'],
    ['Italian', 'Da: Zoë\nInviato: giovedì\nA: Assistenza\nOggetto: Rimborso'],
    ['Dutch', 'Van: Zoë\nVerzonden: donderdag\nAan: Support\nOnderwerp: Terugbetaling'],
    ['Swedish', 'Från: Zoë\nSkickat: torsdag\nTill: Support\nÄmne: Återbetalning'],
    ['Polish', 'Od: Zoë\nWysłano: czwartek\nDo: Support\nTemat: Zwrot'],
    ['Russian', 'От: Zoë\nОтправлено: четверг\nКому: Support\nТема: Возврат'],
    ['Chinese', '发件人: Zoë\n发送时间: 星期四\n收件人: Support\n主题: 退款'],
    ['Japanese', '差出人: Zoë\n送信日時: 木曜日\n宛先: Support\n件名: 返金'],
  ])('as a block of headers in %s, and all below it', (_language, header) => {
    expect(visible(`${OWN}\n\n${header}\n\nHello,\n\nwhere is my refund?`)).toBe(OWN);
  });

  it('folds what stands below a line that asks to reply above it', () => {
    expect(visible(`${OWN}\n\n##- Please type your reply above this line -##\nOld text`)).toBe(OWN);
  });

  it('folds only the introduction if nothing of the writer’s own stands above it', () => {
    expect(visible('On 20 Nov 2025 at 09:12, Zoë <zoe@customer.example> wrote:\n\nHello there')).toBe('Hello there');
  });
});

describe('text that is not a quote', () => {
  it.each([
    ['On your host you can run:\n\n  telnet 127.0.0.1 52698\n\nThat should work.'],
    ['On 5 May I wrote:\nplease refund me.'],
    ['From: what I can tell it is broken.\nDate of order: 5 May.'],
    ['The order was 7741.\nTo be paid: 30 €\nThank you'],
    ['One question: when I ran it on 5 May 2025 it broke, as Ana wrote.'],
    ['This is not a ---------- delimiter, and 5 > 4.'],
    ['I sent it from my desk, which is easier than my phone.'],
    ['Choose:\n-- a\n-- b'],
    ['My trip:\n\nFrom: Berlin\nTo: Paris\nDate: 20 November 2025\n\nPlease move it by a day.'],
    ['It breaks in this program:\n\nOutlook for Android'],
    ['The link https://aka.ms/AAb9ysg for Outlook does nothing.'],
  ])('keeps %j', text => {
    expect(visible(text)).toBe(text);
  });

  it.each([
    ['---------- Forwarded message ---------\nFrom: Ana\nDate: Thu\nSubject: Refund\nTo: me\n\nHello\n\n-- \nAna'],
    ['> Begin forwarded message:\n>\n> From: Ana\n> Subject: Refund\n>\n> Hello'],
    ['-------- Weitergeleitete Nachricht --------\nVon: Ana\nBetreff: x\nDatum: y\nAn: z\n\nHallo'],
  ])('leaves a forwarded message to be read: %j', forwarded => {
    expect(visible(`For you.\n\n${forwarded}`)).toBe(`For you.\n\n${forwarded}`);
  });

  it('folds a forward that is itself quoted', () => {
    const mail = `${OWN}\n\nOn 20 Nov 2025 at 09:12, Ana <ana@a.example> wrote:\n> Begin forwarded message:\n> Hello`;
    expect(visible(mail)).toBe(OWN);
  });
});

describe('segments', () => {
  it('keeps interleaved answers between the quotes they answer', () => {
    const mail = 'Hi,\n> one?\n>\n> still one?\nYes.\n\n> two?\nNo.\n-- \nZoë';
    expect(kinds(mail)).toEqual(['text 1', 'quote 3', 'text 2', 'quote 1', 'text 1', 'signature 2']);
  });

  it('makes one quote of quoted paragraphs with blank lines between them', () => {
    expect(kinds('Hi\n> one\n\n> two\n\n\n> three')).toEqual(['text 1', 'quote 6']);
  });

  it.each([
    ['-- \nZoë Quinn\nCustomer'],
    ['--\nZoë Quinn'],
    ['Sent from my iPhone'],
    ['Sent from Outlook for Android<https://aka.ms/x>'],
    ['Von meinem iPhone gesendet'],
    ['Envoyé de mon iPhone'],
    ['Enviado desde mi iPhone'],
    ['Inviato da iPhone'],
    ['Verstuurd vanaf mijn iPhone'],
    ['Get Outlook for iOS'],
    ['從我的 iPhone 傳送'],
    ['iPhoneから送信'],
    ['_______________________________________________\nlist mailing list\nlist@lists.example'],
  ])('folds the signature %j', signature => {
    expect(foldQuotes(safeBlock(`${OWN}\n\n${signature}`)).map(({ kind }) => kind)).toEqual(['text', 'signature']);
    const above = `${OWN}\n\n${signature}\n\nOn 20 Nov 2025 at 09:12, Ana <ana@a.example> wrote:\n> Hello`;
    expect(foldQuotes(safeBlock(above)).map(({ kind }) => kind)).toEqual(['text', 'signature', 'quote']);
  });

  it('does not take a long passage after dashes for a signature', () => {
    const mail = `First part\n--\n${'a line of the second part\n'.repeat(16)}`;
    expect(kinds(mail)).toHaveLength(1);
  });

  it('loses no line of any text', () => {
    const line = fc.oneof(
      hostileText,
      fc.constantFrom(
        '',
        '> a',
        '-- ',
        '--',
        '_____',
        'On 5 May 2025 at 10:00 a@b.c',
        'wrote:',
        '> wrote:',
        'From: a',
        'To: b',
        'Date: c',
        '-----Original Message-----',
        'Begin forwarded message:',
        'Sent from my iPhone',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), all => {
        const block = safeBlock(all.join('\n'));
        const segments = foldQuotes(block);
        expect(segments.flatMap(segment => segment.lines)).toEqual(lines(block));
        for (const [at, { kind }] of segments.entries()) expect(kind).not.toBe(segments[at - 1]?.kind);
      }),
      seeded,
    );
  });

  it('accepts a megabyte of any text', () => {
    for (const piece of [
      '\n',
      '> a\n',
      'On 5 May 2025 at 10:00, a@b <\n\n',
      'From: a\n',
      '_____\n\n',
      'x<',
      '1 ',
      '>\n\n\n',
    ]) {
      const block = safeBlock(piece.repeat(Math.ceil(runs(1_000_000) / piece.length)));
      expect(foldQuotes(block).length).toBeGreaterThan(0);
    }
  });
});

describe('replies of our own', () => {
  const intro = 'On 20 Nov 2025 at 09:12, Ana <ana@a.example> wrote:';
  it.each<[string, string, string[]]>([
    ['an answer alone', 'It works.\n\nThank you.', ['text']],
    ['an answer and a signature', 'It works.\n\n-- \nZoë', ['text', 'signature']],
    ['an answer above a quote', `It works.\n\n${intro}\n> Try again.\n> And write to us.`, ['text', 'quote']],
    ['an answer below a quote', `${intro}\n> Try again.\n\nIt works.`, ['quote', 'text']],
    [
      'an answer above and below a quote',
      `Hello Ana,\n\n${intro}\n> Try again.\n\nIt works.`,
      ['text', 'quote', 'text'],
    ],
    [
      'answers between quotes, and a signature',
      `${intro}\n> Did it break?\n\nIt did.\n\n> Which part?\n\nThe glass.\n\n-- \nZoë`,
      ['quote', 'text', 'quote', 'text', 'signature'],
    ],
    [
      'a signature between answer and quote',
      `It works.\n\n-- \nZoë\n\n${intro}\n> Try again.`,
      ['text', 'signature', 'quote'],
    ],
    [
      'an introduction over two lines',
      `It works.\n\nOn 20 Nov 2025 at 09:12, Ana Ortiz <\nana@a.example> wrote:\n> Try again.`,
      ['text', 'quote'],
    ],
    [
      'a quote within a quote',
      `It works.\n\n${intro}\n> Try again.\n>\n> On 19 Nov 2025 at 08:00, Zoë wrote:\n>> It broke.`,
      ['text', 'quote'],
    ],
    [
      'an answer with points of a list',
      `Two things:\n\n- the glass\n- the lid\n* and a nail\n\n${intro}\n> What broke?`,
      ['text', 'quote'],
    ],
    ['an answer that begins with On', `On the table it works.\n\n${intro}\n> Where?`, ['text', 'quote']],
    ['an answer of a phone', 'It works.\n\nSent from my iPhone', ['text', 'signature']],
    ['a sentence on a phone', 'I sent from my phone what you asked for, and it is in your inbox now.', ['text']],
    ['dashes in the middle of a line', 'The lid -- the brass one -- is broken.', ['text']],
    ['code with blank lines', 'Run this:\n\n    cd lantern\n\n    make\n\nThen write.', ['text']],
    ['quotes of a newsgroup', 'Ana <ana@a.example> wrote:\n> Try again.\n\nIt works.\n', ['quote', 'text']],
    [
      'a thousand open brackets in an introduction',
      `It works.\n\nOn ${'<'.repeat(1_000)} wrote:\n> Try again.`,
      ['text', 'quote'],
    ],
    [
      'the rule of a mailing list',
      'It works.\n\n_______________________________________________\nlist mailing list\nlist@lists.example',
      ['text', 'signature'],
    ],
    ['other ends of line', 'It works.\r\n\r\n-- \r\nZoë\r\n', ['text', 'signature']],
  ])('%s', (_name, raw, expected) => {
    expect(foldQuotes(safeBlock(raw)).map(({ kind }) => kind)).toEqual(expected);
  });

  it.each([
    ['Norwegian', 'Den tor. 20. nov. 2025 kl. 09:12 skrev Ana <ana@a.example>:'],
    ['Danish', 'Den tors. 20. nov. 2025 kl. 09.12 skrev Ana <ana@a.example>:'],
    ['Hungarian', 'Ana <ana@a.example> ezt írta (időpont: 2025. nov. 20., Cs, 9:12):'],
    ['Romanian', 'În joi, 20 nov. 2025 la 09:12, Ana <ana@a.example> a scris:'],
  ])('with an introduction in %s show the answer', (_language, introduction) => {
    expect(visible(`${OWN}\n\n${introduction}\n\n> Hello\n> there`)).toBe(OWN);
  });
});

// Where we differ on purpose: a quote above the answer is folded too, and a forwarded message is kept.
const OTHERWISE = [
  'embedded_email_16.txt',
  'embedded_email_17.txt',
  'embedded_email_7.txt',
  'forwarded_apple.txt',
  'forwarded_gmail.txt',
  'forwarded_message.txt',
  'quote_and_text.txt',
  'quote_only.txt',
];

describe('the replies of discourse-replies', skippedFor(whyNoCorpus('discourse-replies')), () => {
  const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

  it('shows what their own trimmer shows, except for eight mails', () => {
    const folder = 'discourse-replies/test';
    const names = corpusNames(`${folder}/emails`);
    const differing = names.filter(
      name =>
        squeeze(visible(corpusText(`${folder}/emails/${name}`))) !==
        squeeze(safeBlock(corpusText(`${folder}/trimmed/${name}`))),
    );
    expect(names).toHaveLength(64);
    expect(differing).toEqual(OTHERWISE);
  });
});

describe('the replies of github-replies', skippedFor(whyNoCorpus('github-replies')), () => {
  it.each([
    ['email_1_1', ['text', 'signature']],
    ['email_1_2', ['text', 'quote', 'text', 'quote', 'signature']],
    ['email_1_4', ['text', 'quote']],
    ['email_1_5', ['text']],
    ['email_1_6', ['text', 'signature', 'quote']],
    ['email_1_7', ['text', 'quote']],
    ['email_1_8', ['quote', 'text', 'quote', 'text', 'quote', 'signature']],
    ['email_2_1', ['text', 'quote']],
    ['email_2_2', ['text', 'quote']],
    ['email_2_3', ['text', 'quote']],
    ['email_BlackBerry', ['text', 'signature']],
    ['email_bullets', ['text', 'quote', 'signature']],
    ['email_one_is_not_on', ['text', 'quote']],
    ['email_sent_from_my_not_signature', ['text']],
    ['email_sig_delimiter_in_middle_of_line', ['text']],
    ['greedy_on', ['text', 'quote']],
    ['pathological', ['text', 'quote']],
  ])('%s is %j', (name, expected) => {
    const block = safeBlock(corpusText(`github-replies/test/emails/${name}.txt`));
    expect(foldQuotes(block).map(({ kind }) => kind)).toEqual(expected);
  });
});
