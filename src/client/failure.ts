import { type ErrorCode, errorStatus } from '../contract/errors.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import { ApiError, type FailureCode, type FailureShape, type ShownDetail } from './api-error.ts';
import type { RawResponse } from './transport.ts';

/** The error of a refusal in any form: JSON of any kind, HTML, text, nothing. */
export function responseError(answer: RawResponse, host: SafeText): ApiError {
  const body = parse(answer.text);
  const said = findMessage(body) ?? (body === null ? firstWords(answer.text) : '');
  const portal = isPortal(answer) ? portalWords(host, answer.text) : null;
  return new ApiError({
    status: answer.status,
    code: findCode(body, answer.status),
    shape: shapeOf(body, answer),
    message: said ? safeLine(said) : t`${host} answered ${answer.status} and did not say why.`,
    details: findDetails(body),
    retryAfterMs: retryAfter(answer.headers),
    portal,
  });
}

/** The statuses of a network's sign-in page; 511 is for nothing else. */
const portalStatuses: readonly number[] = [401, 403, 407, 451];

function isPortal({ status, text }: RawResponse): boolean {
  return status === 511 || (portalStatuses.includes(status) && isPage(text));
}

/** The error of an answer that should have been data and is not. */
export function unreadable(answer: RawResponse, host: SafeText): ApiError {
  const { status, text } = answer;
  if (isPage(text)) {
    const portal = portalWords(host, text);
    const message = t`${portal} at ${host}. Sign in to the network, or check the address.`;
    return new ApiError({ status, code: 'unreadable', message, portal });
  }
  const message =
    text.trim() === ''
      ? t`${host} answered without any data. Ask again.`
      : t`The answer of ${host} broke off or is not what was asked for. Try again.`;
  return new ApiError({ status, code: 'unreadable', message });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The sentence in an error of any shape: `{error: {message}}`, `{message}`, `{errors: [{detail}]}`, a string. */
function findMessage(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() ? value.trim().slice(0, MAX_SHOWN) : undefined;
  if (depth > 3 || !isRecord(value)) return undefined;
  const inner = Array.isArray(value) ? value.slice(0, 1) : [];
  for (const name of ['error', 'message', 'detail', 'error_description', 'title', 'errors']) inner.push(value[name]);
  for (const candidate of inner) {
    const found = findMessage(candidate, depth + 1);
    if (found) return found;
  }
  return undefined;
}

const codes = Object.keys(errorStatus) as ErrorCode[];
/** The code for a status alone, if several codes share that status. */
const plainCodes: Readonly<Record<number, FailureCode>> = { 400: 'refused', 403: 'forbidden', 409: 'conflict' };

function findCode(body: unknown, status: number): FailureCode {
  const byStatus = plainCodes[status] ?? codes.find(code => errorStatus[code] === status);
  return ownCode(body, status) ?? byStatus ?? (status >= 500 ? 'unavailable' : 'refused');
}

/** The code of an error in the help center's own shape: one of the service's, with a message, under its own status. */
function ownCode(body: unknown, status: number): ErrorCode | undefined {
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error) || typeof error.message !== 'string') return undefined;
  return codes.find(code => code === error.code && errorStatus[code] === status);
}

function shapeOf(body: unknown, { status, headers, text }: RawResponse): FailureShape {
  if (ownCode(body, status) !== undefined) return 'own';
  const isWeb = isPage(text) || /\bhtml\b/i.test(headers.get('content-type') ?? '');
  const isBroken = body === null && /^\s*[{["]/.test(text);
  return isWeb || isBroken ? 'none' : 'other';
}

/** Each text of an error is cut to this length. */
const MAX_SHOWN = 500;
function shown(text: string): SafeText {
  return safeLine(text.slice(0, MAX_SHOWN));
}

function findDetails(body: unknown): readonly ShownDetail[] {
  const details = isRecord(body) && isRecord(body.error) ? body.error.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.slice(0, 500).flatMap(detail => {
    if (!isRecord(detail) || typeof detail.message !== 'string') return [];
    const path = typeof detail.path === 'string' ? detail.path : '';
    return [{ path: shown(path), message: shown(detail.message) }];
  });
}

/** `Retry-After` as milliseconds: seconds, or a date by the help center's own clock; at most ten minutes. */
function retryAfter(headers: RawResponse['headers']): number | null {
  const header = headers.get('retry-after')?.trim();
  if (!header) return null;
  const waitMs = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(waitMs) ? Math.min(600_000, Math.max(0, waitMs)) : null;
}

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
function firstWords(text: string): string {
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
 * Names the stranger that answers in the help center's place: `A sign-in page of wifi.train.example answers instead of
 * the help center`. `address`: the target of a redirect; without it, the address that the page names.
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
