import { domainToASCII } from 'node:url';
import { join, type SafeText, safeLine, t } from './safe.ts';

const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]*)/i;

/**
 * A URL in full, safe to print. If its host has letters beyond ASCII, the form used on the network follows, so that a
 * look-alike is noticed: `https://аpple.com/ (xn--pple-43d.com)`.
 */
export function showUrl(url: string): SafeText {
  const shown = safeLine(url);
  const host = HOST.exec(url.trim())?.[1] ?? '';
  if (/^[\x21-\x7e]*$/.test(host)) return shown;
  const ascii = domainToASCII(host);
  return join([shown, ascii === '' ? t`(no valid host)` : t`(${safeLine(ascii)})`], t` `);
}
