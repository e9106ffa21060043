import { decodeValue } from './encoded-words.ts';
import type { HeaderField } from './headers.ts';

/** A mark that an archive gives a mail: the kind of its folder, or a flag. */
export type ArchiveMark = 'sent' | 'draft' | 'deleted' | 'spam';

/**
 * The names of these folders in mail programs and services, one language a line; `markOfName` says in which form. Gmail
 * writes the same names as labels.
 */
const NAMES: Readonly<Record<ArchiveMark, string>> = {
  sent: `sent, sent mail, sent messages, sent items, outgoing, sentbox, sent-mail
    gesendet, gesendete objekte, gesendete elemente, gesendete nachrichten
    envoyés, messages envoyés, éléments envoyés, courrier envoyé, objets envoyés
    enviados, elementos enviados, correo enviado, mensajes enviados, itens enviados, e-mails enviados, mensagens enviadas
    inviati, posta inviata, messaggi inviati, elementi inviati, inviata
    verzonden, verzonden berichten, verzonden items, verzonden objecten
    wysłane, elementy wysłane, skickat, skickade objekt, skickade, sendt, sendte elementer, sendt post, sendte
    lähetetyt, lähetetyt viestit, odeslané, odeslaná pošta, odoslané, odoslaná pošta, poslano, poslane poruke
    elküldött, elküldött levelek, elküldött elemek, trimise, mesaje trimise, elemente trimise
    gönderilmiş postalar, gönderilenler, gönderilmiş öğeler, отправленные, отправлено, надіслані, изпратени
    απεσταλμένα, στάλθηκε, נשלח, דואר יוצא, البريد المرسل, الرسائل المرسلة, المرسل
    送信済み, 送信済みメール, 送信済みアイテム, 已发邮件, 已发送, 已发送邮件, 寄件備份, 寄件匣, 已傳送的郵件, 已传送
    보낸편지함, 보낸 편지함, 보낸메일함, terkirim, surat terkirim, thư đã gửi, đã gửi, ส่งแล้ว, จดหมายที่ส่งแล้ว`,
  draft: `draft, drafts, postponed, templates, outbox, unsent, unsent messages, local outbox
    entwurf, entwürfe, vorlagen, brouillon, brouillons, borradores, borrador, rascunhos, bozze, concepten
    szkice, wersje robocze, kopie robocze, utkast, udkast, kladder, kladd, luonnokset, koncepty, rozepsané, návrhy
    osnutki, skice, piszkozatok, ciorne, mesaje nefinalizate, taslaklar, черновики, чернетки, чернови
    πρόχειρα, טיוטות, المسودات, مسودات, 下書き, 草稿, 草稿箱, 임시보관함, 임시 보관함, draf, konsep
    thư nháp, bản nháp, ร่างจดหมาย, แบบร่าง`,
  deleted: `trash, deleted, deleted items, deleted messages, bin, trashcan, wastebasket, recycle bin
    papierkorb, gelöscht, gelöschte elemente, gelöschte objekte, corbeille, éléments supprimés, supprimés
    papelera, eliminados, elementos eliminados, papelera de reciclaje, lixeira, lixo, itens excluídos, itens eliminados
    cestino, posta eliminata, elementi eliminati, prullenbak, prullenmand, verwijderde items, verwijderd
    kosz, elementy usunięte, usunięte, papperskorgen, papperskorg, borttagna objekt, papirkurv, papirkurven
    slettet post, slettede elementer, søppelkurv, roskakori, poistetut, koš, odstraněná pošta, kôš, odstránené, koš za smeće
    kuka, lomtár, törölt elemek, coș de gunoi, coşul de gunoi, elemente șterse, çöp kutusu, çöp, silinmiş öğeler
    корзина, удалённые, удаленные, кошик, видалені, кошче, κάδος απορριμμάτων, κάδος, אשפה, المهملات, سلة المهملات
    ゴミ箱, 削除済みアイテム, 已删除邮件, 已删除, 垃圾箱, 垃圾桶, 刪除的郵件, 휴지통, 지운편지함, sampah
    thùng rác, ถังขยะ`,
  spam: `spam, junk, junk e-mail, junk email, junk mail, bulk, bulk mail, quarantine, spambox, spamverdacht
    unerwünscht, junk-e-mail, courrier indésirable, indésirables, pourriel, correo no deseado, no deseado
    spam y correo no deseado, lixo eletrônico, correio eletrónico de lixo, posta indesiderata, indesiderata
    ongewenste e-mail, ongewenste reclame, niechciane, wiadomości-śmieci, skräppost, uønsket e-mail
    uønsket post, søppelpost, søppel-e-post, roskaposti, nevyžádaná pošta, nevyžiadaná pošta, levélszemét
    nedorite, istenmeyen, gereksiz, спам, нежелательная почта, небажана пошта, ανεπιθύμητα
    ανεπιθύμητη αλληλογραφία, ספאם, דואר זבל, البريد المزعج, البريد غير المرغوب فيه, الرسائل غير المرغوب فيها
    迷惑メール, 垃圾邮件, 垃圾郵件, 스팸함, 스팸메일함, 정크 메일, thư rác, จดหมายขยะ, สแปม`,
};

function plain(name: string): string {
  // The capital I with a dot gets a dot of its own.
  const lower = name.normalize('NFKC').toLowerCase().replaceAll('\u0307', '');
  return lower.replace(/[\s_]+/g, ' ').trim();
}

const BY_NAME: ReadonlyMap<string, ArchiveMark> = new Map(
  Object.entries(NAMES).flatMap(([mark, names]) =>
    names.split(/[,\n]/).map(name => [plain(name), mark as ArchiveMark] as const),
  ),
);

/** No name in the table is longer, and normalizing a long one takes time. */
const MAX_NAME_LENGTH = 100;

/** The mark that the name of a folder, or of a label, gives the mails in it; case does not count. */
export function markOfName(name: string): ArchiveMark | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const known = plain(name);
  // Some programs begin a new folder of sent mail each month: `sent-mail-feb-2024`.
  return BY_NAME.get(known) ?? (/^sent-mail-[a-z]{3}-\d{4}$/.test(known) ? 'sent' : undefined);
}

/** Servers put these above everything that the sender wrote. */
const TRACE = /^(?:received|x-received|delivered-to|return-path|arc-.*|authentication-results|received-spf)$/;

/**
 * The fields above the first one of a server: the program that keeps the archive puts its own there. Below it the
 * sender may have written them, to pass for one of us.
 */
function ownFields(fields: readonly HeaderField[]): readonly HeaderField[] {
  const end = fields.findIndex(({ name }) => TRACE.test(name));
  return end < 0 ? fields : fields.slice(0, end);
}

function marksOfLabels(value: string): ArchiveMark[] {
  return decodeValue(value)
    .split(',')
    .flatMap(label => markOfName(label.replace(/^\s*"|"\s*$/g, '')) ?? []);
}

/** Flags of Thunderbird, in hexadecimal. */
const EXPUNGED = 0x8;
const DELETED_ON_SERVER = 0x20_0000;

function hasBit(value: string, bit: number): boolean {
  return (Number.parseInt(value, 16) & bit) !== 0;
}

/** Programs that learn spam mark it with a keyword; `NonJunk` is another one. */
function marksOfKeywords(value: string): ArchiveMark[] {
  return /(?:^|[\s,])\$?junk(?:[\s,]|$)/i.test(value) ? ['spam'] : [];
}

/** Of the flags of a mail, one letter each. */
function marksOfStatus(letter: string, mark: ArchiveMark): (value: string) => readonly ArchiveMark[] {
  return value => (/^[ADFNORT]+$/.test(value) && value.includes(letter) ? [mark] : []);
}

/** The fields by which programs keep the state of a mail in its mailbox. A draft was on no server. */
const READERS: Readonly<Record<string, (value: string) => readonly ArchiveMark[]>> = {
  'x-gmail-labels': marksOfLabels,
  'x-mozilla-status': value => (hasBit(value, EXPUNGED) ? ['deleted'] : []),
  'x-mozilla-status2': value => (hasBit(value, DELETED_ON_SERVER) ? ['deleted'] : []),
  'x-mozilla-keys': marksOfKeywords,
  'x-status': marksOfStatus('T', 'draft'),
};

/**
 * The same, of fields that programs also write below the sender's; they can hide a mail, but never make it an agent's.
 */
const LATE_READERS: Readonly<Record<string, (value: string) => readonly ArchiveMark[]>> = {
  'x-status': marksOfStatus('D', 'deleted'),
  'x-keywords': marksOfKeywords,
};

/** The marks in the fields that a mail program has added to a mail. */
export function archiveMarks(fields: readonly HeaderField[]): ArchiveMark[] {
  const read = (from: readonly HeaderField[], readers: typeof READERS) =>
    from.flatMap(({ name, value }) => (Object.hasOwn(readers, name) ? readers[name]!(value) : []));
  return [...new Set([...read(ownFields(fields), READERS), ...read(fields, LATE_READERS)])];
}
