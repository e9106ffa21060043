import type { Endpoint } from '../../contract/endpoint.ts';

/** The rules common to all calls, in Markdown: the document's own description. */
export const guide = `Inboxes and conversations of a help center.

## Callers
Every call needs \`Authorization: Bearer <token>\`, except those that say otherwise. A token is either an API key of the
help center or the access token of an agent, which \`POST /login\` gives.

- An **API key** may do everything, but it is not an agent: what it writes has \`agent_id\` null.
- An **admin** may see and do everything.
- An **agent** sees the inboxes that name the agent or one of the agent's teams, and the conversations in them. What an
  agent may not see is answered as if it were not there: 404.

## Answers
One resource comes as \`{"data": {…}}\`, a list as \`{"data": […], "meta": {"next_cursor": …}}\`. An error has a status
of its own and \`{"error": {"code", "message", "details"?}}\`: programs go by the code, people read the message, and the
details name each field that is wrong. Times are UTC, \`YYYY-MM-DDThh:mm:ss\`. Every answer has an \`X-Request-Id\`: name
it when you report a problem. HEAD works wherever GET does, except for the stream of events; another method than an
address has is 405, and \`Allow\` names those that it has. What is created has a \`Location\`.

## Bodies
A field that no call of the resource knows is 422, which names the nearest one. A resource may be sent back as it was
read: a field that the call does not take is ignored if it repeats the current value. With another value it is 422, which
tells that value and the call that changes it.

## Paging
A list gives at most \`limit\` (1 to 200, usually 50). If there is more, \`meta.next_cursor\` is a text: send it as
\`cursor\` with the same query. While rows come and go, a row whose sort key did not change is neither skipped nor
repeated. Rows with equal keys are sorted by id, in the same direction. With \`fields=list\` entries have only what a row
of a list shows, and what they are sorted by.

## ETags
An answer with an \`ETag\` can be asked for again with \`If-None-Match\`: 304 says that it still holds, and costs next to
nothing. A write below \`/conversations/{id}\` and \`/inboxes/{id}\` takes \`If-Match\`: if the resource has changed, the
answer is 412 and nothing was changed.

## Sending again
A POST, PUT or DELETE may carry an \`Idempotency-Key\`. If the answer is lost, send the same request with the same key: for
24 hours it is carried out once, and the first answer is given again, with \`Idempotent-Replayed: true\`.

## Limits
\`RateLimit-Remaining\` says how many requests are left in this minute. Too many are answered with 429 and
\`Retry-After\` in seconds. A server that cannot work now answers 503. A body that is too large is answered with 413 and
its connection is closed; so is one without end to a call that takes none.`;

/** The allowed callers, as the last sentence of an operation's description. */
export const mayCall: Readonly<Record<Endpoint['allows'], string>> = {
  anyone: 'Needs no token.',
  caller: 'For agents, admins and API keys.',
  agent: 'For agents and admins by their own token; an API key gets 403.',
  admin: 'For admins and API keys; other agents get 403.',
  key: 'For API keys alone; agents get 403.',
};
