import { type SafeText, safeLine, t } from '../text/safe.ts';

/** At most this much of a page is looked through. */
const MAX_WORDS_FROM = 100_000;
const MAX_ADDRESS_FROM = 20_000;
const MAX_WORDS = 120;
const MAX_HOST = 80;

/** The part of a page after which it names the address that it belongs to; the most telling one first. */
const ADDRESS_PLACES: readonly RegExp[] = [
  /<meta\b[^<>]{0,300}?\burl\s*=\s*["']?(https?:\/\/[^\s"'<>;]{1,300})/i,
  /<form\b[^<>]{0,300}?\baction\s*=\s*["']?(https?:\/\/[^\s"'<>]{1,300})/i,
  /<base\b[^<>]{0,300}?\bhref\s*=\s*["']?(https?:\/\/[^\s"'<>]{1,300})/i,
  /\blocation(?:\.href|\.replace|\.assign)?\s*[=(]\s*["'](https?:\/\/[^\s"'<>]{1,300})/i,
];

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** The first readable words of a page or a text. */
export function firstWords(text: string): string {
  const page = text.slice(0, MAX_WORDS_FROM);
  const title = /<title[^<>]*>([^<]*)/i.exec(page)?.[1]?.trim();
  const plain = page
    .replace(/<(script|style|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (title || plain).replace(/\s+/g, ' ').slice(0, MAX_WORDS);
}

/**
 * Says who answers in the help center's place: `A sign-in page of wifi.train.example answers instead of the help
 * center`. `address`: where the answer sends us on to; without it, the address that the page names.
 */
export function portalWords(host: SafeText, text: string, address?: string): SafeText {
  const other = otherHost(host, address ?? addressIn(text));
  if (other !== undefined) return t`A sign-in page of ${other} answers instead of the help center`;
  const words = firstWords(text);
  return words === ''
    ? t`A web page answers instead of the help center`
    : t`A web page (“${safeLine(words)}”) answers instead of the help center`;
}

function addressIn(text: string): string | undefined {
  const page = text.slice(0, MAX_ADDRESS_FROM);
  return ADDRESS_PLACES.map(place => place.exec(page)?.[1]).find(found => found !== undefined);
}

/** The host of an address, if it is not the help center's own; the parser leaves only ASCII in it. */
function otherHost(own: SafeText, address: string | undefined): SafeText | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { host } = new URL(address);
  return host === '' || host === own ? undefined : safeLine(host.slice(0, MAX_HOST));
}
