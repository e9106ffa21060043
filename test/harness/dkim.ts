import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createDkimKeys, type Keys } from '../../src/center/mail/in/keys.ts';

/** A key to sign with, and the record that DNS has of it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly record: string;
}

/** The record of a public key, with further tags before its data. */
function recordOf(publicKey: KeyObject, tags: string): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const isRsa = publicKey.asymmetricKeyType === 'rsa';
  // RFC 8463: the 32 bytes alone.
  const data = (isRsa ? der : der.subarray(-32)).toString('base64');
  return `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; ${tags}p=${data}`;
}

/** A key of so many bits. `tags`: such as `t=y; `. */
export function rsaKey(modulusLength = 2_048, tags = ''): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { privateKey, record: recordOf(publicKey, tags) };
}

export function ed25519Key(tags = ''): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, record: recordOf(publicKey, tags) };
}

/** RFC 8032, section 7.1, test 1: a key that is always the same, so that mails signed with it are. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const USUAL: SigningKey = {
  privateKey: createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'hex')]),
    type: 'pkcs8',
    format: 'der',
  }),
  record: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};

export interface Signing {
  readonly domain: string;
  readonly selector?: string;
  readonly key?: SigningKey;
  /** The names of the fields that are covered, in their order. */
  readonly covers?: readonly string[];
  readonly canon?: string;
  /** Tags in place of those that follow from the mail; undefined leaves one out. */
  readonly tags?: Readonly<Record<string, string | undefined>>;
}

/** What is signed of most mail. */
export const USUALLY_COVERED = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
];

function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).toLowerCase().trim()}:${value}`;
}

function bodyOf(text: string, isRelaxed: boolean): string {
  const lines = isRelaxed ? text.replace(/[ \t]+\r\n/g, '\r\n').replace(/[ \t]+/g, ' ') : text;
  const body = `${lines.replace(/(?:\r\n)*$/, '')}\r\n`;
  return isRelaxed && body === '\r\n' ? '' : body;
}

/** The fields of a head, whole, with their folds and without the last line end. */
function fieldsOf(head: string): string[] {
  return head.split(/\r\n(?![ \t])/);
}

/** Signs a mail with CRLF line ends as RFC 6376 says, in the order of its sections 3.4 to 3.7. Returns it with the signature on top. */
export function signMail(mail: Buffer | string, signing: Signing): Buffer {
  const {
    domain,
    selector = 's',
    key = USUAL,
    covers = USUALLY_COVERED,
    canon = 'relaxed/relaxed',
    tags = {},
  } = signing;
  const text = typeof mail === 'string' ? Buffer.from(mail).toString('latin1') : mail.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [head, body] = [text.slice(0, end), text.slice(end + 4)];
  const [ofHead, ofBody = 'simple'] = canon.split('/');
  const isRsa = key.privateKey.asymmetricKeyType === 'rsa';
  const algorithm = tags.a ?? (isRsa ? 'rsa-sha256' : 'ed25519-sha256');
  const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
  const limit = tags.l === undefined ? undefined : Number(tags.l);
  const hashed = bodyOf(body, ofBody === 'relaxed').slice(0, limit);
  const all = {
    v: '1',
    a: algorithm,
    c: canon,
    d: Buffer.from(domain).toString('latin1'),
    s: selector,
    h: covers.join(':'),
    bh: createHash(hash).update(hashed, 'latin1').digest('base64'),
    ...tags,
    b: '',
  };
  const said = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  const field = `DKIM-Signature: ${said.join('; ')}`;
  const left = fieldsOf(head).toReversed();
  const covered = (all.h ?? '').split(':').flatMap(name => {
    const at = left.findIndex(
      each => each.slice(0, each.indexOf(':')).trim().toLowerCase() === name.trim().toLowerCase(),
    );
    return at < 0 ? [] : left.splice(at, 1);
  });
  const form = (each: string) => (ofHead === 'relaxed' ? relaxed(each) : each);
  const signed = Buffer.from([...covered, field].map(form).join('\r\n'), 'latin1');
  const digest = isRsa ? signed : createHash('sha256').update(signed).digest();
  const signature = sign(isRsa ? hash : null, digest, key.privateKey).toString('base64');
  return Buffer.from(`${field}${tags.b ?? signature}\r\n${text}`, 'latin1');
}

/** Signs a mail by the domain of its only From address, as its provider does. */
export function signByFrom(mail: Buffer, signing: Partial<Signing> = {}): Buffer {
  const domain = /^from:[^\r]*@([^>\s,]+)/im.exec(mail.toString('latin1'))![1]!;
  return signMail(mail, { domain: Buffer.from(domain, 'latin1').toString(), ...signing });
}

/** The key of all mails that `signMail` signs without another, wherever it is looked for. */
export function usualKeys(): Keys {
  return createDkimKeys(async () => USUAL.record, Date.now);
}

/** The record of that key. */
export const usualRecord = USUAL.record;
