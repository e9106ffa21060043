import type { Endpoint } from '../../contract/endpoint.ts';
import type { Given, GivenFile } from '../handlers/call.ts';
import { bodyEtag } from '../model/etag.ts';
import { notFound } from '../model/problem.ts';
import { type Answer, answerOf } from './answer.ts';
import type { HttpContext } from './context.ts';
import { namesEtag } from './etag.ts';
import type { AnyRequest, Asking } from './request.ts';

/** The name in both forms that readers of the header know: plain ASCII, and all of Unicode. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * The first byte that a reader asks for, who has those before it: `Range: bytes=100-`, with the version that they are of
 * in `If-Range`. 0 for any other range: the whole file is a right answer to each.
 */
function firstByte({ headers }: AnyRequest, { size }: GivenFile, tag: string): number {
  const [, digits] = /^bytes=(\d{1,15})-$/.exec(headers.get('range') ?? '') ?? [];
  const from = Number(digits ?? 0);
  return from < size && headers.get('if-range') === `"${tag}"` ? from : 0;
}

async function fileAnswer(file: GivenFile, request: AnyRequest, context: HttpContext): Promise<Response> {
  const tag = file.hash.slice(0, 22);
  const from = firstByte(request, file, tag);
  const headers = {
    etag: `"${tag}"`,
    'accept-ranges': 'bytes',
    'content-type': file.content_type,
    'content-length': String(file.size - from),
    ...(from > 0 ? { 'content-range': `bytes ${from}-${file.size - 1}/${file.size}` } : {}),
    'content-disposition': disposition(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  };
  const known = request.headers.get('if-none-match');
  if (known !== null && namesEtag(known, tag))
    return new Response(null, { status: 304, headers: { etag: headers.etag } });
  const body = await context.files.open(file.hash, from);
  if (!body) throw notFound('file: it is missing on the disk of the help center');
  return new Response(body, { status: from > 0 ? 206 : 200, headers });
}

/** The event after which a stream resumes. */
function lastIdOf(request: AnyRequest): number | undefined {
  const given = request.headers.get('last-event-id');
  if (given === null) return undefined;
  // This service never gave an id that is no number: the reader must start again, as with an id that is too old.
  return /^\d{1,15}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY;
}

function jsonAnswer(body: string, isKept: boolean): Answer {
  const lasting: Record<string, string> = isKept ? { etag: `"${bodyEtag(body)}"` } : { 'cache-control': 'no-store' };
  return { status: 200, headers: { 'content-type': 'application/json', ...lasting }, body };
}

/** The result of a loose handler, as an answer. */
export async function givenAnswer(
  given: Given<Endpoint>,
  { route, request, caller }: Asking,
  context: HttpContext,
): Promise<Answer | Response> {
  if ('written' in given) return given.written as Answer;
  if ('file' in given) return fileAnswer(given.file, request, context);
  if ('events' in given) return context.hub.open(caller, lastIdOf(request), given.events.hasRows);
  if ('json' in given) return jsonAnswer(given.json, given.isKept);
  return answerOf(route.endpoint, given.reply);
}
