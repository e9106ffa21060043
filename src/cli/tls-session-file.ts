import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { makeFolder, paths } from './paths.ts';
import { readPrivate, writePrivate } from './private-file.ts';

const SavedTlsSession = v.object({
  /** The origin that it was made with. */
  origin: v.string(),
  /** The hash of the token that was used: only a desk with the same one resumes it. */
  token: v.string(),
  /** The data by which OpenSSL resumes it, in base64: a secret. */
  session: v.string(),
  /** When the certificate of the server was verified last. */
  verifiedAt: v.number(),
  /** Until when the server takes it. */
  until: v.number(),
});

/** A TLS session that outlives its desk. All times are milliseconds since 1970. */
export type KeptTlsSession = Readonly<v.InferOutput<typeof SavedTlsSession>>;
/** Whose session it is. */
export type TlsSessionOwner = Pick<KeptTlsSession, 'origin' | 'token'>;

/** So long a session is resumed without another look at the server's certificate. */
const MAX_RESUMED_MS = 24 * 3_600_000;

/** Whether a session may still be offered. */
export function isFresh({ until, verifiedAt }: Pick<KeptTlsSession, 'until' | 'verifiedAt'>, now: number): boolean {
  return now < until && now >= verifiedAt && now - verifiedAt < MAX_RESUMED_MS;
}

/** The file of the TLS sessions: `$XDG_STATE_HOME/frontdesk/tls-sessions.json`, which only its owner can read. */
function path(): string {
  return join(paths.state(), 'tls-sessions.json');
}

/** The session that the last desk of this owner left, if it may still be offered. */
export function readTlsSession(owner: TlsSessionOwner, now: number): KeptTlsSession | undefined {
  return readAll().find(one => isOf(one, owner) && isFresh(one, now));
}

/** Keeps the session in place of the one before; without one the owner's is forgotten. Old ones of others go too. */
export function keepTlsSession(owner: TlsSessionOwner, kept: KeptTlsSession | undefined, now: number): void {
  const before = readAll();
  const others = before.filter(one => !isOf(one, owner) && isFresh(one, now));
  if (kept === undefined && others.length === before.length) return;
  const all = kept === undefined ? others : [...others, kept];
  try {
    if (all.length === 0) rmSync(path(), { force: true });
    else {
      makeFolder(dirname(path()), 'XDG_STATE_HOME');
      writePrivate(path(), JSON.stringify(all), { flush: false });
    }
  } catch {
    // The next start is a slower one.
  }
}

/** A file that is damaged, or that others can read, holds nothing. */
function readAll(): readonly KeptTlsSession[] {
  try {
    return v.parse(v.array(SavedTlsSession), JSON.parse(readPrivate(path())));
  } catch {
    return [];
  }
}

function isOf(one: TlsSessionOwner, { origin, token }: TlsSessionOwner): boolean {
  return one.origin === origin && one.token === token;
}
