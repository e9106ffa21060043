import type { HeldFolder, HeldMail } from './folder.ts';
import { dateTime, searchDay, setHolds, words } from './syntax.ts';

/** A part of an answer: text, or the bytes of a mail. */
export type Piece = string | Buffer;

function headerOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end < 0 ? raw : raw.subarray(0, end + 4);
}

function fieldsOf(raw: Buffer, names: readonly string[]): Buffer {
  const lines = headerOf(raw)
    .toString('latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const wanted = lines.filter(line => names.includes(line.slice(0, line.indexOf(':')).toUpperCase()));
  return Buffer.from([...wanted, '', ''].join('\r\n'), 'latin1');
}

function literal(name: string, bytes: Buffer): Piece[] {
  return [`${name} {${bytes.length}}\r\n`, bytes];
}

function section(item: string, { raw, wrongly }: HeldMail): Piece[] {
  const [, wanted = '', from, length] = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i.exec(item) ?? [];
  const bytes = raw();
  const fields = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(wanted)?.[1];
  if (fields !== undefined) return literal(`BODY[${wanted}]`, fieldsOf(bytes, fields.toUpperCase().split(' ')));
  if (/^HEADER$/i.test(wanted)) return literal('BODY[HEADER]', headerOf(bytes));
  if (from === undefined) return literal('BODY[]', bytes);
  if (wrongly === 'nil') return [`BODY[]<${from}> NIL`];
  const start = Number(from);
  const given = wrongly === 'half' ? bytes.subarray(0, bytes.length >> 1) : bytes;
  return literal(`BODY[]<${from}>`, given.subarray(start, start + Number(length)));
}

function itemOf(item: string, mail: HeldMail): Piece[] {
  const name = item.toUpperCase();
  if (name === 'UID') return [`UID ${mail.uid}`];
  if (name === 'FLAGS') return [`FLAGS (${[...mail.flags].join(' ')})`];
  if (name === 'RFC822.SIZE') return [`RFC822.SIZE ${mail.raw().length}`];
  if (name === 'INTERNALDATE') return [`INTERNALDATE "${dateTime(mail.at)}"`];
  if (name === 'MODSEQ') return [`MODSEQ (${mail.uid})`];
  return name.startsWith('BODY') ? section(item, mail) : [];
}

/** The answers of FETCH or UID FETCH, mail by mail. */
export function* fetchAnswers(folder: HeldFolder, rest: string, isByUid: boolean): Generator<Piece[]> {
  const [, set = '', list = ''] = /^(\S+) ([\s\S]*)$/.exec(rest) ?? [];
  const items = words(list.replace(/ \(CHANGEDSINCE.*$/i, '').replace(/^\(([\s\S]*)\)$/, '$1'));
  const wanted = isByUid && !items.includes('UID') ? ['UID', ...items] : items;
  const last = isByUid ? (folder.mails.at(-1)?.uid ?? 0) : folder.mails.length;
  const holds = setHolds(set, last);
  // Delivery meanwhile does not lengthen the answer.
  for (const [index, mail] of [...folder.mails].entries()) {
    if (!holds(isByUid ? mail.uid : index + 1)) continue;
    const isOther = mail.wrongly === 'another UID' && rest.includes('BODY.PEEK[]');
    const told = isOther ? { ...mail, uid: mail.uid + 1_000 } : mail;
    const pieces = wanted.map(item => itemOf(item, told)).filter(each => each.length > 0);
    yield [`* ${index + 1} FETCH (`, ...pieces.flatMap((each, at) => (at > 0 ? [' ', ...each] : each)), ')\r\n'];
  }
}

/** Sets flags as STORE asks. Returns the answers. */
export function* storeAnswers(folder: HeldFolder, rest: string): Generator<Piece[]> {
  const [, set = '', how = '', flags = ''] = /^(\S+) (?:\([^)]*\) )?([+-]?FLAGS\S*) \(([^)]*)\)$/i.exec(rest) ?? [];
  const holds = setHolds(set, folder.mails.at(-1)?.uid ?? 0);
  for (const [index, mail] of folder.mails.entries()) {
    if (!holds(mail.uid)) continue;
    for (const flag of flags.split(' ')) {
      if (how.startsWith('-')) mail.flags.delete(flag);
      else mail.flags.add(flag);
    }
    if (!/SILENT/i.test(how)) yield [`* ${index + 1} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))\r\n`];
  }
}

function sentAt(mail: HeldMail): number {
  return Date.parse(/^Date: (.*)$/m.exec(headerOf(mail.raw()).toString('latin1'))?.[1] ?? '');
}

/** The UIDs that UID SEARCH finds: UID, SINCE and SENTSINCE are known, anything else is found everywhere. */
export function searchUids(folder: HeldFolder, rest: string): number[] {
  const keys = words(rest);
  const after = (key: string) => keys[keys.findIndex(word => word.toUpperCase() === key) + 1] ?? '';
  const tests: ((mail: HeldMail) => boolean)[] = [];
  if (/\bUID\b/i.test(rest)) {
    const holds = setHolds(after('UID'), folder.mails.at(-1)?.uid ?? 0);
    tests.push(mail => holds(mail.uid));
  }
  if (/\bSINCE\b/i.test(rest)) tests.push(mail => mail.at >= searchDay(after('SINCE')));
  if (/\bSENTSINCE\b/i.test(rest)) tests.push(mail => sentAt(mail) >= searchDay(after('SENTSINCE')));
  return folder.mails.filter(mail => tests.every(passes => passes(mail))).map(({ uid }) => uid);
}
