import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { importMail } from '../../intake/import-mail.ts';
import { type AsideMail, endSetAside, keepAsideOrigin, nextSetAside, sourceOf } from '../../model/set-aside.ts';
import type { MailCenter } from './mail-center.ts';
import { understandAll } from './understand.ts';

/** The outcome for the mails that were set aside. */
export interface ReadAgain {
  readonly read: number;
  /** Those that still cannot be understood. */
  readonly aside: readonly { readonly source: string; readonly reason: string }[];
}

const unpack = promisify(gunzip);

/** Reads a mail of an archive as `import` does. Returns the reason if it stays aside. */
async function importAgain(center: MailCenter, mail: AsideMail, raw: Uint8Array): Promise<string | undefined> {
  const stdin = Readable.from([await unpack(raw)]);
  const { setAside } = await importMail(center, ['-'], { reader: center.reader, stdin });
  if (setAside[0]) await center.write(work => keepAsideOrigin(work, mail));
  return setAside[0]?.reason;
}

/** Reads a live mail as the door does. Returns the reason if it stays aside. */
async function receiveAgain(center: MailCenter, mail: AsideMail, raw: Uint8Array, facts: string) {
  const waiting = { hash: mail.source_hash, raw, facts, receivedAt: mail.created_at };
  const [became] = await understandAll(center, [waiting], { isLast: true });
  if (became !== 'set aside') return undefined;
  const now = await center.read(({ db }) => nextSetAside(db, mail.id - 1));
  return now?.reason ?? mail.reason;
}

/** Reads all mails that were set aside once more, as after an update. Those that are understood now become messages. */
export async function readSetAsideAgain(center: MailCenter): Promise<ReadAgain> {
  const aside: { source: string; reason: string }[] = [];
  let read = 0;
  for (let last = 0; ; read += 1) {
    const mail = await center.read(({ db }) => nextSetAside(db, last));
    if (!mail) return { read, aside };
    last = mail.id;
    const raw = await sourceOf(center.context.store.reader, mail.source_hash);
    const again = (bytes: Uint8Array) =>
      mail.facts === null ? importAgain(center, mail, bytes) : receiveAgain(center, mail, bytes, mail.facts);
    const reason = raw ? await again(raw) : 'Its bytes are missing.';
    if (reason === undefined) await center.write(work => endSetAside(work, mail));
    else aside.push({ source: mail.origin, reason });
  }
}
