import type { Endpoint } from '../../contract/endpoint.ts';
import type { Given, GivenFile } from '../handlers/call.ts';
import { bodyEtag } from '../model/etag.ts';
import { notFound, Problem } from '../model/problem.ts';
import { answerOf, refusalOf, type StoredAnswer } from './answer.ts';
import type { HttpContext } from './context.ts';
import { namesEtag } from './etag.ts';
import type { AdmittedRequest, IncomingRequest } from './request.ts';

/** The name in both forms that readers of the header know: plain ASCII, and all of Unicode. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** 416 for a part that a file does not have. */
export function outOfRange(): Problem {
  return new Problem('range_not_satisfiable', 'The file has no such bytes: Content-Range names its size.');
}

/**
 * The first and the last byte that a reader asks for; undefined for the whole file, null for a part that it does not
 * have. As RFC 9110 (section 14.2) allows, several ranges at once and other units are ignored.
 */
function partOf({ method, headers }: IncomingRequest, size: number, tag: string) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range') ?? '') ?? [];
  const version = headers.get('if-range') ?? tag;
  if (method !== 'GET' || version !== tag || first === undefined || last === undefined) return undefined;
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  const isSuffix = first === '';
  if (isSuffix ? last === '' || (size === 0 && end > 0) : end < Number(first)) return undefined;
  const from = isSuffix ? Math.max(0, size - end) : Number(first);
  return from < size ? ([from, isSuffix ? size - 1 : Math.min(end, size - 1)] as const) : null;
}

async function fileAnswer(
  file: GivenFile,
  request: IncomingRequest,
  context: HttpContext,
): Promise<StoredAnswer | Response> {
  const etag = `"${file.hash.slice(0, 22)}"`;
  const known = request.headers.get('if-none-match');
  if (known !== null && namesEtag(known, etag.slice(1, -1)))
    return new Response(null, { status: 304, headers: { etag } });
  const part = partOf(request, file.size, etag);
  if (part === null) {
    const refusal = refusalOf(outOfRange());
    return { ...refusal, headers: { ...refusal.headers, 'content-range': `bytes */${file.size}` } };
  }
  const [from, to] = part ?? [0, file.size - 1];
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.content_type,
    'content-length': String(to - from + 1),
    ...(part ? { 'content-range': `bytes ${from}-${to}/${file.size}` } : {}),
    'content-disposition': disposition(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  };
  const body = await context.files.open(file.hash, from, part && to);
  if (!body) throw notFound('file: it is missing on the disk of the help center');
  return new Response(body, { status: part ? 206 : 200, headers });
}

function lastIdOf(request: IncomingRequest): number | undefined {
  const given = request.headers.get('last-event-id');
  if (given === null) return undefined;
  // This service never gave an id that is not a number: the reader must start again, as with an id that is too old.
  return /^\d{1,15}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY;
}

function jsonAnswer(body: string, isKept: boolean): StoredAnswer {
  const lasting: Record<string, string> = isKept ? { etag: `"${bodyEtag(body)}"` } : { 'cache-control': 'no-store' };
  return { status: 200, headers: { 'content-type': 'application/json', ...lasting }, body };
}

/** Several answers in one, each with its own tag; without those that the reader has. */
function partsAnswer(
  { parts, counts, thread }: Extract<Given<Endpoint>, { parts: object }>,
  { headers }: IncomingRequest,
): StoredAnswer {
  const known = headers.get('if-none-match') ?? '';
  const texts = Object.entries(parts).flatMap(([name, { endpoint, reply, query }]) => {
    const { headers: own, body } = answerOf(endpoint, reply, { query });
    const etag = own.etag!.slice(1, -1);
    return namesEtag(known, etag) ? [] : [`"${name}":{"etag":"${etag}","body":${body}}`];
  });
  if (counts !== undefined) texts.push(`"counts":${JSON.stringify(counts)}`);
  if (thread !== undefined) texts.push(`"thread":${thread}`);
  const body = `{"data":{${texts.join(',')}}}`;
  return { status: 200, headers: { 'content-type': 'application/json' }, body, isPackedWell: true };
}

/** The result of a loose handler, as an answer. */
export async function givenAnswer(
  given: Given<Endpoint>,
  { route, request, caller }: AdmittedRequest,
  context: HttpContext,
): Promise<StoredAnswer | Response> {
  if ('written' in given) return given.written as StoredAnswer;
  if ('file' in given) return fileAnswer(given.file, request, context);
  if ('events' in given) return context.hub.open(caller, lastIdOf(request), given.events);
  if ('parts' in given) return partsAnswer(given, request);
  if ('json' in given) return jsonAnswer(given.json, given.isKept);
  return answerOf(route.endpoint, given.reply);
}
