const REPLACEMENT = '\ufffd';

interface Partial {
  codePoint: number;
  missing: number;
  /** The bounds of the next continuation byte: narrower after some leads, to exclude overlong forms and surrogates. */
  lower: number;
  upper: number;
}

/** Decodes bytes that arrive in pieces. */
export interface Utf8Decoder {
  /** The text of these bytes; an unfinished character is kept for the next call. */
  decode(bytes: Uint8Array): string;
  /** Stops waiting: returns U+FFFD for an unfinished character, otherwise nothing. */
  flush(): string;
}

/**
 * Decodes UTF-8 as a terminal sends it. Not TextDecoder, because a lone byte 0x80–0x9F must stay as it is: some
 * terminals answer with the 8-bit forms of CSI, OSC and DCS. Every other invalid byte becomes U+FFFD; never throws.
 */
export function createUtf8Decoder(): Utf8Decoder {
  let partial: Partial | undefined;
  const flush = () => {
    const isCut = partial !== undefined;
    partial = undefined;
    return isCut ? REPLACEMENT : '';
  };
  const take = (byte: number): string => {
    if (partial) {
      if (byte < partial.lower || byte > partial.upper) return flush() + (byte < 0x80 || byte > 0xc1 ? take(byte) : '');
      partial = {
        codePoint: (partial.codePoint << 6) | (byte & 0x3f),
        missing: partial.missing - 1,
        lower: 0x80,
        upper: 0xbf,
      };
      if (partial.missing > 0) return '';
      const { codePoint } = partial;
      partial = undefined;
      return String.fromCodePoint(codePoint);
    }
    if (byte < 0xa0) return String.fromCharCode(byte);
    partial = startOf(byte);
    return partial ? '' : REPLACEMENT;
  };
  return {
    decode: bytes => {
      let text = '';
      for (const byte of bytes) text += take(byte);
      return text;
    },
    flush,
  };
}

function startOf(lead: number): Partial | undefined {
  if (lead >= 0xc2 && lead <= 0xdf) return { codePoint: lead & 0x1f, missing: 1, lower: 0x80, upper: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef) {
    return {
      codePoint: lead & 0x0f,
      missing: 2,
      lower: lead === 0xe0 ? 0xa0 : 0x80,
      upper: lead === 0xed ? 0x9f : 0xbf,
    };
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    return {
      codePoint: lead & 0x07,
      missing: 3,
      lower: lead === 0xf0 ? 0x90 : 0x80,
      upper: lead === 0xf4 ? 0x8f : 0xbf,
    };
  }
  return undefined;
}
