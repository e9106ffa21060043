import { type Endpoint, errorsOf, isGuarded, paramNames } from '../contract/endpoint.ts';
import { maxPageSize } from '../contract/schema.ts';

type Json = Record<string, unknown>;

/** What each parameter of a query asks for; those of one name mean the same everywhere. */
const meanings: Readonly<Record<string, string>> = {
  assign_to: 'Assigned to one of these agents; none: to nobody, me: to the caller.',
  status: 'In one of the statuses with these names, without case; opened means open. An unknown one lists nothing.',
  inbox_ids: 'In one of these inboxes; none: in none, as its inbox was deleted.',
  tags: 'With one of these tags, without case.',
  ids: 'One of these conversations.',
  contacts: 'With one of these contacts.',
  from: 'Words that must all begin a word of the requester’s name or address.',
  team_ids: 'Assigned to a member of one of these teams.',
  has: 'With a note, an attachment or a review.',
  not: 'None of these.',
  archived: 'With 1 the archived alone, with any those too; else those that are not.',
  merged: 'With 1 those alone that were merged into another one; else none of them.',
  waiting: 'With 1 those alone in which a customer waits for an answer.',
  unread: 'With 1 those alone that the calling agent has not read.',
  count: 'With 1 meta says how many there are.',
  q: 'Any text, without a syntax and without case: all of its words must be found. Signs alone find nothing.',
  before: 'Before this time, which is UTC where it has no offset.',
  after: 'After this time, which is UTC where it has no offset.',
  event: 'Of one of these kinds. An unknown one lists nothing.',
  limit: 'So many at most.',
  cursor: 'The next_cursor of the page before, with the same query.',
  sort: 'By which field, ascending or descending.',
};

const pathParameters = (path: string): Json[] =>
  paramNames(path).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  }));

/** Other numbers are refused too, but as a page that cannot be given and not as a field that is wrong. */
const pageSize: Json = { type: 'integer', minimum: 1, maximum: maxPageSize };

const queryParameter = (name: string, { plainName, ...schema }: Json): Json[] => {
  const known = { in: 'query', required: false, description: meanings[name.split('[')[0]!] };
  if (schema.type === 'object')
    return Object.entries(schema.properties as Record<string, Json>).flatMap(([part, inner]) =>
      queryParameter(`${name}[${part}]`, { ...inner, plainName: false }),
    );
  if (schema.type === 'array')
    return [{ name: plainName ? name : `${name}[]`, ...known, schema, style: 'form', explode: true }];
  return [{ name, ...known, schema: name === 'limit' ? pageSize : schema }];
};

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example,
});

/** Whether what an endpoint gives has an ETag. */
export const hasTag = ({ gives, path }: Endpoint): boolean =>
  gives !== 'nothing' && path !== '/events' && path !== '/health';

/** Whether a reader who has an endpoint's answer can be told that it still holds. */
export const isConditional = (endpoint: Endpoint): boolean => endpoint.method === 'GET' && hasTag(endpoint);

const headers = (endpoint: Endpoint): Json[] => {
  const codes = errorsOf(endpoint);
  const found = [header('X-Request-Id', 'Comes back in the answer.', 'desk-41')];
  if (codes.includes('idempotency_key_reused'))
    found.push(
      header('Idempotency-Key', 'Makes it safe to send the same request again within 24 hours.', 'close-7-once'),
    );
  if (isGuarded(endpoint)) found.push(header('If-Match', 'The ETag that the write is meant for.', '"c7-3"'));
  if (isConditional(endpoint))
    found.push(header('If-None-Match', 'The ETag that the reader has: 304 where it still holds.', '"c7-3"'));
  if (endpoint.path === '/events') found.push(header('Last-Event-ID', 'Resume after this event.', '41'));
  return found;
};

/** An operation's parameters; `query` as JSON Schema has it. */
export const parameters = (endpoint: Endpoint, query: Readonly<Record<string, Json>>): Json[] => [
  ...pathParameters(endpoint.path),
  ...Object.entries(query).flatMap(([name, schema]) => {
    const example = endpoint.example?.query?.[name];
    return queryParameter(name, schema).map(one => (example === undefined ? one : { ...one, example }));
  }),
  ...headers(endpoint),
];
