import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openApi } from '../../../src/center/openapi/document.ts';
import { mayCall } from '../../../src/center/openapi/guide.ts';
import { type Endpoint, errorsOf, paramNames } from '../../../src/contract/endpoint.ts';
import { errorStatus } from '../../../src/contract/errors.ts';
import { contract } from '../../../src/contract/index.ts';
import { openCenter } from '../open-center.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by paths
const document = openApi() as any;
const endpoints = Object.values(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(group =>
  Object.values(group),
);

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' ? [one as string] : references(one)));
}

interface Described {
  readonly description?: unknown;
}

function isSentence({ description }: Described): boolean {
  return /^[A-Z].*[.]$/s.test(String(description ?? ''));
}

/** The part of a JSON schema that the tests follow. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: { readonly data?: Schema };
}

type Responses = Record<string, { readonly content?: Record<string, { readonly schema?: Schema }> }>;
type Paths = Record<string, Record<string, { readonly responses?: Responses }>>;

test.for(endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is described with its parameters, bodies, refusals and an example',
  ([, endpoint]) => {
    const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect(operation.summary).toBe(endpoint.summary);
    expect(isSentence(endpoint)).toBe(true);
    expect(operation.description).toBe(`${endpoint.description}\n\n${mayCall[endpoint.allows]}`);
    const inPath = operation.parameters.filter((one: { in: string }) => one.in === 'path');
    expect(inPath.map((one: { name: string }) => one.name)).toEqual(paramNames(endpoint.path));
    for (const one of inPath) expect(one.example).toBe(one.name.endsWith('_id') ? 1 : 'vip');
    for (const status of [endpoint.status].flat()) {
      const [media] = Object.values(operation.responses[status].content ?? {}) as { example: unknown }[];
      if (status === 204) expect(media).toBeUndefined();
      else expect(media?.example).toBeDefined();
      if (endpoint.answer) {
        const { data } = media!.example as { data: unknown };
        expect(v.safeParse(endpoint.answer, endpoint.gives === 'list' ? (data as unknown[])[0] : data)).toMatchObject({
          success: true,
        });
      }
    }
    expect(operation.responses.default.description).toContain('internal');
    for (const code of errorsOf(endpoint)) {
      const { $ref } = operation.responses[errorStatus[code]];
      const answer = document.components.responses[$ref.split('/').at(-1)];
      expect(answer.description.split(' or ')).toContain(code);
      const { error } = answer.content['application/json'].examples[code].value;
      expect(error).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*[.]$/) });
      if (errorStatus[code] === 422) expect(error.details).toBeDefined();
    }
    if (endpoint.body) {
      const { schema, example } = operation.requestBody.content['application/json'];
      expect(Object.keys(schema).length).toBeGreaterThan(0);
      expect(example).toEqual(endpoint.example?.body);
    }
  },
);

/** Every property in the document, at any depth, by its place. */
function propertiesIn(value: unknown, at = ''): (readonly [at: string, property: Described])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const where = `${at}/${key}`;
    if (key === 'example' || key === 'examples') return [];
    if (key !== 'properties') return propertiesIn(one, where);
    const own = Object.entries(one as Record<string, Described>);
    return own.flatMap(([name, property]) => [
      [`${where}/${name}`, property] as const,
      ...propertiesIn(property, `${where}/${name}`),
    ]);
  });
}

test('every property, at any depth, is described in whole sentences', () => {
  const properties = propertiesIn(document);
  expect(properties.length).toBeGreaterThan(300);
  expect(properties.map(([at]) => at)).toEqual(
    expect.arrayContaining([
      '/components/schemas/Inbox/properties/counts/properties/open',
      '/components/schemas/HistoryEntry/properties/changes/additionalProperties/properties/from',
      '/components/schemas/Error/properties/error/properties/details/items/properties/path',
      '/paths//inboxes/save/post/requestBody/content/application/json/schema/properties/emails/items/properties/email',
      '/paths//conversations/{conversation_id}/merge/post/requestBody/content/application/json/schema/anyOf/0/properties/conversation_ids',
    ]),
  );
  expect(properties.filter(([, property]) => !isSentence(property)).map(([at]) => at)).toEqual([]);
});

test('every parameter is described in whole sentences', () => {
  const silent = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { parameters: (Described & { name: string })[] }>).flatMap(
      ([method, { parameters }]) =>
        parameters.filter(one => !isSentence(one)).map(({ name }) => `${method} ${path} ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

test('a parameter inside another one is described with both of their meanings', () => {
  const { parameters } = document.paths['/conversations'].get as {
    parameters: { name: string; description: string }[];
  };
  const told = (name: string) => parameters.find(one => one.name === name)?.description;
  expect(told('before[created_at]')).toMatch(/earlier than this time.* creation/);
  expect(told('not[tags][]')).toBe(`Leaves out what any of these filters matches. ${told('tags[]')}`);
});

test('a reference has a description in its own place', () => {
  const { author, attachments } = document.components.schemas.Message.properties;
  expect([author, attachments].map(isSentence)).toEqual([true, true]);
  const { agent } = document.components.schemas.Session.properties;
  expect(agent).toEqual({ $ref: '#/components/schemas/Agent', description: expect.stringMatching(/signed in/) });
});

test('it is one document: every name that is used exists, and nothing of another dialect is left', () => {
  expect(document.openapi).toBe('3.1.0');
  for (const one of references(document)) {
    const [, kind, name] = /^#\/components\/(schemas|responses|headers)\/([\w-]+)$/.exec(one)!;
    expect(document.components[kind!]).toHaveProperty(name!);
  }
  expect(JSON.stringify(document)).not.toMatch(/\$defs|\$schema|"(?:paragraphs|unshown|plainName|fields)":/);
});

test('each group of calls has a description, and rules for all calls are said once', () => {
  const told = document.tags.map(({ name }: { name: string }) => name);
  expect(told).toEqual(Object.keys(contract));
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].*\.$/);
  for (const topic of ['Callers', 'Answers', 'Paging', 'ETags', 'Sending again', 'Limits'])
    expect(document.info.description).toContain(`## ${topic}\n`);
});

test('a resource is written out once: inside another one it is a reference', () => {
  const { Conversation, Message, Session } = document.components.schemas;
  expect(Conversation.properties.messages.items).toEqual({ $ref: '#/components/schemas/Message' });
  expect(Message.properties.attachments.items).toEqual({ $ref: '#/components/schemas/Attachment' });
  expect(Session.properties.agent).toMatchObject({ $ref: '#/components/schemas/Agent' });
  const outside = JSON.stringify({ ...document, components: { ...document.components, schemas: {} } });
  expect(outside).not.toContain('"truncated":{');
});

test('a list that can be asked for as rows has entries of one type, of which a row leaves fields out', () => {
  const { Conversation, ConversationRow } = document.components.schemas;
  expect(ConversationRow.properties).toEqual(Conversation.properties);
  expect(Conversation.required).toEqual(expect.arrayContaining(['id', 'preview']));
  expect(ConversationRow.required).toContain('id');
  expect(ConversationRow.required).not.toContain('preview');
  expect(JSON.stringify(document.paths['/conversations'].get.responses[200])).not.toContain('anyOf');
});

test('each value in an answer has one type: a generated client reads its fields without asking which', () => {
  const resolved = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!];
  const answers = Object.entries(document.paths as Paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses = {} }]) =>
      ['200', '201'].flatMap(status => {
        const data = resolved(responses[status]?.content?.['application/json']?.schema?.properties?.data);
        return data ? [{ call: `${method} ${path}`, type: data.items ? resolved(data.items)! : data }] : [];
      }),
    ),
  );
  expect(answers.length).toBeGreaterThan(60);
  const open = answers.filter(({ type }) => type.anyOf || type.oneOf || type.type !== 'object' || !type.properties);
  expect(open.map(({ call }) => call)).toEqual([]);
});

test('every answer has a unique name', () => {
  expect(Object.keys(document.components.schemas).toSorted()).toEqual([
    'Agent',
    'Attachment',
    'Contact',
    'Conversation',
    'ConversationRow',
    'ConversationStatus',
    'Erasure',
    'Error',
    'HistoryEntry',
    'HistoryPart',
    'Holdings',
    'Inbox',
    'InboxEmail',
    'InboxRow',
    'Me',
    'Message',
    'MessageRow',
    'Note',
    'Numbers',
    'Review',
    'Rule',
    'SavedReply',
    'Session',
    'Tag',
    'Team',
  ]);
});

test('lengths and bracketed names are described', () => {
  const body = document.paths['/inboxes'].post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(['name']);
  expect(body.properties.name).toMatchObject({ type: 'string', minLength: 1, maxLength: 120 });
  const names = document.paths['/conversations'].get.parameters.map((one: { name: string }) => one.name);
  expect(names).toEqual(expect.arrayContaining(['assign_to[]', 'status', 'before[created_at]', 'cursor', 'q']));
});

test('the document is built once, for any number of requests', async () => {
  const desk = await openCenter();
  const { document: madeOnce } = desk.center.context;
  const made = madeOnce();
  expect(madeOnce()).toBe(made);
  expect(JSON.parse(await made)).toEqual(JSON.parse(JSON.stringify(document)));
  await desk.close();
});
