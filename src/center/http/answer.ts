import { mostCounted } from '../../contract/conversation-filter.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { CommitUnknown, postgresFailure } from '../database/postgres/failure.ts';
import type { Answer, Reply } from '../handlers/call.ts';
import { bodyEtag } from '../model/etag.ts';
import { conflict, Problem } from '../model/problem.ts';
import { cutTo } from '../model/row.ts';

const json = { 'content-type': 'application/json' };

const successOf = (endpoint: Endpoint, isCreated: boolean): number => {
  if (typeof endpoint.status === 'number') return endpoint.status;
  return isCreated ? 201 : 200;
};

interface AnyReply {
  readonly data: unknown;
  readonly etag?: string;
  readonly created?: boolean;
  readonly nextCursor?: string | null;
  readonly total?: number;
}

const metaOf = ({ nextCursor, total }: AnyReply): object => ({
  next_cursor: nextCursor ?? null,
  ...(total === undefined ? {} : { total }),
  ...(total === mostCounted ? { total_is_more: true } : {}),
});

/** What is left of a list's entries if its query asks for what a row shows. */
const rowsOf = ({ row }: Endpoint, data: unknown, query: unknown): unknown => {
  if (!row || (query as { readonly fields?: string } | undefined)?.fields !== 'list') return data;
  return (data as readonly object[]).map(cutTo(row));
};

/** A handler's reply in the service's envelope; a list in the form that its query asks for. */
export const answerOf = <E extends Endpoint>(endpoint: E, reply: Reply<E>, query?: unknown): Answer => {
  if (endpoint.gives === 'nothing') return { status: successOf(endpoint, false), headers: {}, body: null };
  const { data, etag, created } = reply as AnyReply;
  const envelope =
    endpoint.gives === 'list' ? { data: rowsOf(endpoint, data, query), meta: metaOf(reply as AnyReply) } : { data };
  const body = JSON.stringify(envelope);
  return {
    status: successOf(endpoint, created ?? false),
    headers: { ...json, etag: `"${etag ?? bodyEtag(body)}"` },
    body,
  };
};

/** SQLite's codes for busy, read-only, I/O error, full and cannot open. */
const passingCodes = [5, 8, 10, 13, 14];

/** The system's names for a disk without room or that fails, a file over its limit, and too many open files. */
const storageCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'];

/** 503 for a database or a disk that takes nothing now. */
export const cannotStore = () =>
  new Problem('unavailable', 'The help center cannot store anything now; nothing was changed. Try later.');

/** The refusal that an error amounts to: itself, `unavailable` where storage fails, else `internal`. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof CommitUnknown)
    return new Problem(
      'unavailable',
      'The help center lost its database at the last moment: this may be stored or not. ' +
        'Look before you send it again, or send it with the same Idempotency-Key.',
    );
  const { errcode, code } = error as { errcode?: number; code?: string };
  const failure = postgresFailure(error);
  if (failure === 'taken') return conflict('Somebody else took this name or address a moment ago; look at it again.');
  const isPassing = passingCodes.includes((errcode ?? 0) & 0xff) || failure === 'unavailable';
  if (isPassing || storageCodes.includes(code ?? '')) return cannotStore();
  return new Problem('internal', 'The help center made a mistake; nothing was changed. Its log says more.');
};

/** A refusal as an answer. */
export const refusalOf = (error: unknown): Answer => {
  const problem = problemOf(error);
  const headers: Record<string, string> = { ...json };
  if (problem.retryAfter !== undefined) headers['retry-after'] = String(problem.retryAfter);
  if (problem.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return { status: problem.status, headers, body: JSON.stringify(problem.body) };
};
