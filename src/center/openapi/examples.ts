import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import type { EndpointName } from '../../contract/index.ts';
import { unknownToken } from '../auth/authenticate.ts';
import { needsAdmin, needsAgent } from '../auth/forbid.ts';
import { MAX_JSON_BYTES, malformed, notJson, tooLarge } from '../http/body/read.ts';
import { outOfRange } from '../http/given.ts';
import { inProgress, keyReused } from '../http/idempotency.ts';
import { tooMany } from '../http/rate-limit.ts';
import { mergedAway } from '../model/conversation/row.ts';
import { outdated } from '../model/etag.ts';
import { noRoom } from '../model/inbox/settings.ts';
import { badLimit } from '../model/listing/paging.ts';
import { cannotStore, invalid, notFound, type Problem } from '../model/problem.ts';

/** The answers of calls outside the envelope. */
const rawExamples: Readonly<Partial<Record<EndpointName, unknown>>> = {
  'attachment.content': 'the bytes of the file',
  'service.events': 'id: 41\nevent: conversation.changed\ndata: {"ids":[7]}\n\n',
  'start.read': { data: { inboxes: { etag: 'p0Jx2vX8', body: { data: [], meta: { next_cursor: null } } } } },
  'service.health': { status: 'ok', failing: 0 },
  'service.ready': { status: 'ready', failing: 0 },
  'service.openapi': { openapi: '3.1.0' },
};

/** The answer of a call outside the envelope. */
export function rawExample(name: EndpointName): unknown {
  return rawExamples[name];
}

/** One refusal of each code, as the service really returns it. */
const refusals: readonly Problem[] = [
  malformed('it is empty'),
  badLimit(),
  unknownToken(),
  needsAdmin(),
  needsAgent(),
  noRoom(100),
  notFound('thing'),
  mergedAway({ id: 7, merged_into: 9 }),
  keyReused(),
  inProgress(),
  outdated(),
  tooLarge(MAX_JSON_BYTES),
  notJson(),
  outOfRange(),
  invalid(['name', 'is required']),
  tooMany(20),
  cannotStore(),
];

/** A refusal as an answer shows it. */
export function errorExample(code: ErrorCode): ErrorBody {
  return refusals.find(refusal => refusal.code === code)!.body;
}
