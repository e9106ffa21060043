import { field, type HeaderField } from './headers.ts';

const SHOWN = /\b(?:cid:|src\s{0,9}=\s{0,9}["']?(?:cid:)?)([^"'\s<>()]{1,500})/gi;

function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A name that cannot be decoded is compared as it is.
    return name;
  }
}

/** The names by which HTML can show a part: its Content-ID (RFC 2392) and its Content-Location (RFC 2557). */
export function namesWithin(fields: readonly HeaderField[]): string[] {
  return [field(fields, 'content-id').replace(/^<|>$/g, ''), field(fields, 'content-location')]
    .filter(name => name !== '')
    .map(plain);
}

/** The names of the parts that HTML shows. */
export function shownWithin(htmls: readonly string[]): ReadonlySet<string> {
  return new Set(
    htmls.flatMap(html => [...html.matchAll(SHOWN)].map(([, name]) => plain(name!.replaceAll('&amp;', '&')))),
  );
}
