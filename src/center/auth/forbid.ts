import * as v from 'valibot';
import { type Endpoint, type PathParams, paramNames } from '../../contract/endpoint.ts';
import { RequestId } from '../../contract/schema.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, requireConversation, requireInbox } from '../model/access.ts';
import { requireNamed } from '../model/listing/rows.ts';
import { requireContact } from '../model/people/contact.ts';
import { Problem } from '../model/problem.ts';
import { requireTag } from '../model/tag.ts';

/** 403 for a call that only an admin or an API key may make. */
export function needsAdmin() {
  return new Problem('forbidden', 'Only an admin may do that.');
}

/** 403 for a call that needs an agent's own token. */
export function needsAgent() {
  return new Problem(
    'agent_token_required',
    'This acts on the calling agent: use an agent’s access token, not an API key.',
  );
}

/** 403 for a call on a customer's behalf. */
function needsKey() {
  return new Problem('forbidden', 'Only an API key may do that, as it is done in a customer’s name.');
}

function idsIn(body: unknown): number[] {
  const { id, inboxes } = (body ?? {}) as { id?: unknown; inboxes?: unknown };
  const all = [id, ...(Array.isArray(inboxes) ? inboxes.map(one => (one as { id?: unknown } | null)?.id) : [])];
  return [...new Set(all.filter(one => v.is(RequestId, one)).map(Number))];
}

/** Whether a refusal needs the body: an agent gets 404 rather than 403 for an inbox that it does not see. */
export function needsBodyToRefuse({ namesInboxes }: Endpoint): boolean {
  return namesInboxes === true;
}

/** Throws `not_found` if the first resource in the path does not exist or may not be seen. */
async function requireSubject(db: Db, caller: Caller, path: string, params: PathParams): Promise<void> {
  const [subject] = paramNames(path);
  if (subject === 'inbox_id') await requireInbox(db, caller, params.inbox_id!);
  if (subject === 'contact_id') await requireContact(db, caller, params.contact_id!);
  if (subject === 'agent_id') await requireNamed(db, 'agent', params.agent_id);
  if (subject === 'team_id') await requireNamed(db, 'team', params.team_id);
  if (subject === 'conversation_status_id')
    await requireNamed(db, 'conversation_status', params.conversation_status_id);
  if (subject === 'name') await requireTag(db, caller, params.name!);
}

/** Throws if this caller may not call the endpoint at all: 404 for an invisible resource, 403 for a visible one. */
export async function checkAllowed(
  db: Db,
  endpoint: Endpoint,
  caller: Caller,
  params: PathParams,
  body: unknown,
): Promise<void> {
  if (endpoint.allows === 'agent' && caller.kind !== 'agent') throw needsAgent();
  if (endpoint.allows === 'key' && caller.kind !== 'key') {
    if (params.conversation_id !== undefined) await requireConversation(db, caller, params.conversation_id);
    throw needsKey();
  }
  if (endpoint.allows !== 'admin' || caller.seesAll) return;
  if (endpoint.namesInboxes) for (const id of idsIn(body)) await requireInbox(db, caller, id);
  await requireSubject(db, caller, endpoint.path, params);
  throw needsAdmin();
}
