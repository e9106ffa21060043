import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '../../src/contract/errors.ts';
import { historyEvents } from '../../src/contract/history.ts';
import { basePath, type EndpointName } from '../../src/contract/index.ts';
import { endpoints } from './endpoints.ts';
import { fieldsOf } from './fields.ts';
import { newAsk, scenes } from './scenes.ts';
import type { World } from './world.ts';

/** The calls that the service's document names, as it writes them. */
const named = `
POST /inboxes
POST /inboxes/save
GET /inboxes
PUT /inboxes/{inbox_id}
DELETE /inboxes/{inbox_id}
POST /inboxes/{inbox_id}/emails
PUT /inboxes/{inbox_id}/emails/{email_id}
DELETE /inboxes/{inbox_id}/emails/{email_id}
POST /inboxes/{inbox_id}/teams
DELETE /inboxes/{inbox_id}/teams/{team_id}
POST /inboxes/{inbox_id}/agents
DELETE /inboxes/{inbox_id}/agents/{agent_id}
POST /inboxes/{inbox_id}/sort
POST /inboxes/bulk-sort
POST /inboxes/{inbox_id}/subscribe
DELETE /inboxes/{inbox_id}/unsubscribe
GET /conversations
GET /conversations/{conversation_id}
GET /conversations/{conversation_id}/messages
GET /conversations/{conversation_id}/messages/{message_id}
GET /conversations/{conversation_id}/reviews
GET /conversations/{conversation_id}/history
PUT /conversations/{conversation_id}
PUT /conversations
POST /conversations/{conversation_id}/merge
POST /conversations/{conversation_id}/archive
POST /conversations/{conversation_id}/restore_archive
POST /conversations/{conversation_id}/agents
POST /conversations/{conversation_id}/tags
POST /conversations/tags
POST /conversations/{conversation_id}/contacts
POST /conversations/{conversation_id}/notes
GET /conversations/{conversation_id}/notes
DELETE /conversations/{conversation_id}/notes/{note_id}
DELETE /conversations/{conversation_id}/messages/{message_id}
DELETE /conversations/tags
POST /conversation_statuses
POST /login`;

function sorted(text: string): string[] {
  return text.trim().split('\n').sort();
}

const statuses: Readonly<Record<ErrorCode, number>> = {
  malformed_json: 400,
  malformed_request: 400,
  bad_query: 400,
  unauthorized: 401,
  forbidden: 403,
  agent_token_required: 403,
  inbox_limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  request_in_progress: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  rate_limited: 429,
  head_too_large: 431,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
};

/** The longest texts, in characters. */
const longest: readonly [name: EndpointName, field: string, characters: number][] = [
  ['inbox.create', 'name', 120],
  ['inbox.create', 'description', 2_000],
  ['inbox.create', 'slug', 64],
  ['inbox.create', 'autoresponse_text', 10_000],
  ['inbox.create', 'rating_message', 10_000],
  ['inbox.create', 'signature', 2_000],
  ['conversation.create', 'title', 255],
  ['conversation.addTag', 'name', 64],
  ['note.add', 'details', 65_536],
  ['status.create', 'name', 40],
  ['savedReply.create', 'name', 80],
  ['savedReply.create', 'text', 65_536],
  ['rule.create', 'name', 80],
];

const events = `conversation.created status.updated inbox.updated assignee.updated rating.updated title.updated
tag.added tag.deleted contact.added contact.deleted note.added note.updated note.deleted message.added message.deleted
message.failed message.sent conversation.archived conversation.restored conversation.merged conversation.merged_with
conversation.split conversation.continued conversation.snoozed conversation.woken inbox.deleted review.added`;

/** What the suite derives from the contract is only as true as the contract: here its figures are written out. */
export function registerDocument(world: () => World): void {
  describe('the contract', () => {
    test('has the calls of the document, and marks those beyond it', () => {
      const titles = (isBeyond: boolean) =>
        endpoints.filter(({ endpoint }) => 'extension' in endpoint === isBeyond).map(({ title }) => title);
      expect(titles(false).sort()).toEqual(sorted(named));
      const beyond = Object.values(scenes).flatMap(scene => scene.beyond ?? []);
      expect(beyond.length).toBeGreaterThan(20);
      expect(titles(true).sort()).toEqual(beyond.sort());
      expect(basePath).toBe('/api/agent/v1');
    });

    test('guards every write that is about one conversation, inbox or saved reply, and no other call', () => {
      const isAboutOne = /^(PUT|POST|DELETE) \/(conversations|inboxes|saved_replies)\/\{/;
      const guarded = endpoints.filter(({ endpoint }) => endpoint.guarded).map(({ title }) => title);
      expect(guarded.length).toBeGreaterThan(20);
      expect(guarded).toEqual(endpoints.map(({ title }) => title).filter(title => isAboutOne.test(title)));
    });

    test('has the codes, their statuses and the kinds of history', () => {
      expect(errorStatus).toEqual(statuses);
      expect([...historyEvents].sort()).toEqual(events.split(/\s+/).sort());
    });

    test.for(longest)('%s accepts %s of %i characters and not one more', async ([name, field, characters]) => {
      const one = endpoints.find(each => each.name === name)!;
      expect(fieldsOf(one.endpoint.body).map(({ dotted }) => dotted)).toContain(field);
      const ask = await newAsk(world(), one);
      const text = world().unique('').replaceAll('-', '').padStart(characters, 'x');
      const at = async (value: string) => world().call({ ...ask, body: { ...(ask.body as object), [field]: value } });
      const [taken, refused] = [await at(text), await at(`${text}x`)];
      expect([taken.status, refused.status, refused.details.map(({ path }) => path)]).toEqual([
        taken.status < 300 ? taken.status : '2xx',
        422,
        [field],
      ]);
    });
  });
}
