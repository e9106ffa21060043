/** The number of the field of a session's form (OpenSSL's SSL_SESSION) that tells for how many seconds a server takes it. */
const LIFE = 0xa9;

/** How long a session of TLS may be resumed, in milliseconds, as the server said; 0 if that is unknown. */
export function sessionLifeMs(session: Uint8Array): number {
  const whole = wholeOf(session);
  if (whole === undefined) return 0;
  for (let at = whole.from; at < whole.to; ) {
    const field = fieldAt(session, at);
    if (field === undefined) return 0;
    if (field.tag === LIFE) {
      const number = fieldAt(session, field.from);
      if (number === undefined) return 0;
      return session.subarray(number.from, number.to).reduce((sum, byte) => sum * 256 + byte, 0) * 1_000;
    }
    at = field.to;
  }
  return 0;
}

/** Node puts the name of the host before it, which it compares when the session is resumed. */
const MAX_BEFORE = 512;

function wholeOf(session: Uint8Array) {
  for (let at = 0; at < MAX_BEFORE; at++) {
    const field = fieldAt(session, at);
    if (field?.tag === 0x30 && field.to === session.length) return field;
  }
  return undefined;
}

/** A field of DER: its tag, and where its contents are. */
function fieldAt(bytes: Uint8Array, at: number): { tag: number; from: number; to: number } | undefined {
  const [tag, short] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || short === undefined) return undefined;
  const count = short < 0x80 ? 0 : short - 0x80;
  if (count > 4) return undefined;
  const from = at + 2 + count;
  const length = count === 0 ? short : bytes.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0);
  const to = from + length;
  return to <= bytes.length ? { tag, from, to } : undefined;
}
