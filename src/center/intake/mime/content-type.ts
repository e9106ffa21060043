import { decodeCharset } from './charset.ts';
import { bytesWithPairs, maskWords } from './encoded-words.ts';

/** A structured value such as `text/plain; charset=utf-8`: the value in lower case and its parameters. */
export interface Structured {
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
}

/** A quoted text without its closing quote extends to the end; otherwise each later quote would be searched again. */
function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"?|(^|[\s;])\([^()]*\)/gs, (whole, before?: string) =>
    whole.startsWith('"') ? whole : (before ?? ''),
  );
}

interface Section {
  readonly order: number;
  readonly isEncoded: boolean;
  readonly value: string;
}

/** Characters that should have been percent-encoded: they were decoded with their header field. */
const beyondAscii = /([^\0-\x7f]+)/;

/** RFC 2231: the sections of one parameter, in order; percent-encoded ones are decoded together. */
function joinSections(sections: readonly Section[]): string {
  const ordered = [...sections].sort((a, b) => a.order - b.order);
  const claim = ordered[0]!.isEncoded ? /^([^']*)'[^']*'/.exec(ordered[0]!.value) : null;
  let text = '';
  let pending: Buffer[] = [];
  const flush = () => {
    text += decodeCharset(Buffer.concat(pending), claim?.[1]);
    pending = [];
  };
  for (const [index, section] of ordered.entries()) {
    const value = index === 0 && claim ? section.value.slice(claim[0].length) : section.value;
    if (section.isEncoded) {
      for (const piece of value.split(beyondAscii)) {
        if (/^[\0-\x7f]*$/.test(piece)) pending.push(bytesWithPairs(piece, /%([\da-f]{2})/gi));
        else {
          flush();
          text += piece;
        }
      }
    } else {
      flush();
      text += value;
    }
  }
  flush();
  return text;
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** Some programs write a blank or a comma instead of the first semicolon. */
function withSemicolon(text: string): string {
  return text.replace(/^\s*([^\s;,=]+)[\s,]+(?=[^\s;,=]+\s*=)/, '$1; ');
}

/** Reads a structured value. Of repeated parameters the first counts, as for repeated fields. */
export function parseStructured(text: string): Structured {
  const masked = maskWords(text.slice(0, 16_384));
  const clean = withSemicolon(withoutComments(masked.value));
  const params = new Map<string, string>();
  const sections = new Map<string, Section[]>();
  for (const [, rawName, quoted, plain] of clean.matchAll(parameter)) {
    const value = masked.original(quoted === undefined ? plain!.trim() : quoted.replace(/\\(["\\])/g, '$1'));
    const split = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(rawName!.toLowerCase());
    if (split) {
      const list = sections.get(split[1]!) ?? [];
      const isEncoded = split[2] === undefined || split[3] !== undefined;
      list.push({ order: Number(split[2] ?? 0), isEncoded, value });
      sections.set(split[1]!, list);
    } else if (!params.has(rawName!.toLowerCase())) params.set(rawName!.toLowerCase(), value);
  }
  for (const [name, list] of sections) params.set(name, joinSections(list));
  return { value: masked.original(/^\s*([^\s;,]*)/.exec(clean)![1]!).toLowerCase(), params };
}
