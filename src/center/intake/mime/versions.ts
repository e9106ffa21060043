/** Invisible signs, alone or with others: filler of versions without content. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Cc}\s\u115f\u1160\u2800\u3164\uffa0]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** The compared beginning of a version, in characters. */
const LOOKED_AT = 20_000;
/** A version that only speaks of HTML is shorter, in words. */
const MAX_NOTICE_WORDS = 60;

/** The words of a text, in lower case, without invisible signs. */
function wordsOf(text: string): string[] {
  const seen = text.slice(0, LOOKED_AT).replace(UNSEEN, run => (/\s/.test(run) ? ' ' : ''));
  return seen.toLowerCase().match(WORD) ?? [];
}

/**
 * Whether the plain version of a mail hides the content of its HTML: it has no words, or is much shorter and its words
 * are not the HTML's, or it only says that the mail is in HTML.
 */
export function hidesHtml(plain: string, html: string): boolean {
  const said = wordsOf(html);
  if (said.length === 0) return false;
  const own = wordsOf(plain);
  if (own.length === 0) return true;
  const known = new Set(said);
  const isAmong = own.filter(word => known.has(word)).length * 2 >= own.length;
  if (isAmong) return false;
  const isNotice = own.length <= MAX_NOTICE_WORDS && own.includes('html') && !known.has('html');
  return isNotice || own.length * 2 <= said.length;
}
