import type { DKIMResult } from 'mailauth';
import { DkimVerifier } from 'mailauth/lib/dkim/dkim-verifier.js';
import type { KeyCache } from 'mailauth/lib/tools.js';
import { readHeaders } from '../mime/headers.ts';
import { type HeaderReferences, readReferences } from '../mime/named.ts';
import { type Alignment, alignmentOf } from './alignment.ts';
import type { NoCandidate, Sifted } from './sift.ts';

/** The verifier's result for one signature, and the parts that it leaves to us. */
export interface Signature {
  /** `rsa-sha256`, for example. */
  readonly algorithm: string;
  /** How the domain that signed stands to that of From. */
  readonly alignment: Alignment;
  /** `pass`, or another result of RFC 8601 with its reason. */
  readonly result: string;
  readonly reason: string;
  /** Of an RSA key; null for others. */
  readonly keyBits: number | null;
  readonly isKeyInTestMode: boolean;
  /** It covers a part of the body only (`l=`). */
  readonly isLimited: boolean;
  /** `t=` and `x=` in milliseconds; null without them. */
  readonly signedAt: number | null;
  readonly expiresAt: number | null;
  /** The names in the fields that it covers. */
  readonly covered: HeaderReferences;
}

/** The result for the signatures of a mail. */
export interface Signatures {
  /** The addresses in the From fields, as the verifier reads them. */
  readonly from: readonly string[];
  /** Those that were checked. */
  readonly checked: readonly Signature[];
  /** Why none was worth a look; absent if some were. */
  readonly none?: NoCandidate;
}

/** Mails with larger covered headers are not verified: the verifier's work grows faster than their lines. */
const MAX_HEAD_BYTES = 64 * 1_024;
const PIECE = 256 * 1_024;

/** Bytes with CRLF at each line end, as they are signed; `before` is the byte before them. */
function withCrlf(bytes: Buffer, before = 0): Buffer {
  const text = bytes.toString('latin1');
  if (!/(?:^|[^\r])\n/.test(text)) return bytes;
  const ended = text.replace(/\r?\n/g, (end, found) => (found === 0 && before === 13 ? end : '\r\n'));
  return Buffer.from(ended, 'latin1');
}

/**
 * The candidates and the fields that they may cover, without the others, which do not affect the hash. ARC and other
 * signatures are left out. Undefined if they are too large.
 */
function coverable({ head, candidates }: Sifted): Buffer | undefined {
  const chosen = new Set(candidates.map(({ field }) => field));
  const covered = new Set(['from', ...candidates.flatMap(({ covers }) => [...covers])]);
  const isCovered = (name: string) => covered.has(name) && name !== 'dkim-signature' && !name.startsWith('arc-');
  const fields = head!.fields.filter(field => chosen.has(field) || isCovered(field.name));
  const bytes = Buffer.concat(fields.map(field => field.bytes));
  if (bytes.length > MAX_HEAD_BYTES) return undefined;
  return Buffer.concat([withCrlf(bytes), Buffer.from(bytes.at(-1) === 10 ? '\r\n' : '\r\n\r\n')]);
}

function time(iso: string | null | undefined): number | null {
  return iso ? Date.parse(iso) : null;
}

function signatureOf(result: DKIMResult, fromDomain: string): Signature {
  const lines = result.signingHeaders?.headers ?? [];
  const covered = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return {
    algorithm: (result.algo ?? '').toLowerCase(),
    alignment: alignmentOf(fromDomain, result.signingDomain ?? ''),
    result: result.status.result,
    reason: `${result.status.comment || result.status.policy?.['dkim-rules'] || ''}`,
    keyBits: result.modulusLength ?? null,
    isKeyInTestMode: result.status.testing === true,
    isLimited: result.canonBodyLengthLimited !== false,
    signedAt: time(result.signTime),
    expiresAt: time(result.expiresAfter),
    covered: readReferences(readHeaders(covered, 0, covered.length).fields),
  };
}

/** Checks the candidates of a mail by these keys. `at`: when the mail arrived, in milliseconds. */
export async function checkSignatures(mail: Buffer, sifted: Sifted, keys: KeyCache, at: number): Promise<Signatures> {
  if (sifted.none) return { from: [], checked: [], none: sifted.none };
  const head = coverable(sifted);
  if (!head) return { from: [], checked: [], none: 'head' };
  const verifier = new DkimVerifier({ strict: true, curTime: new Date(at), sender: '<>' });
  verifier.keyCache = keys;
  // Not written as to a stream: it would go through the bytes one by one to find the end of the head, which is known
  // here.
  await verifier.emitHeaders(head);
  for (let from = sifted.head!.bodyStart; from < mail.length; from += PIECE)
    await verifier.nextChunk(withCrlf(mail.subarray(from, from + PIECE), mail[from - 1]));
  await verifier.finalChunk();
  return { from: verifier.headerFrom, checked: verifier.results.map(each => signatureOf(each, sifted.fromDomain)) };
}
