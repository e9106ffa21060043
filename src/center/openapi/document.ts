import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Fields } from '../../contract/described.ts';
import { type Endpoint, errorsOf } from '../../contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { groups } from '../../contract/groups.ts';
import { basePath, contract, type EndpointName } from '../../contract/index.ts';
import { errorSchema, pageMeta } from './envelope.ts';
import { exampleOf } from './example.ts';
import { errorExample, rawExample } from './examples.ts';
import { guide, mayCall } from './guide.ts';
import { knownHeaders, refusalHeaders, successHeaders } from './headers.ts';
import { isConditional, joined, parameters } from './parameters.ts';

type Json = Record<string, unknown>;
type Definitions = Record<string, v.GenericSchema>;

function refOf(name: string): string {
  return `#/components/schemas/${name}`;
}
function reference(name: string) {
  return { $ref: refOf(name) };
}

/** The properties of an object, each with its meaning followed by that of its schema. */
function withMeanings(properties: unknown, fields: Fields): Json {
  return Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, property]) => [
      name,
      { ...property, description: joined(fields[name]?.[1], property.description) },
    ]),
  );
}

/**
 * A schema as JSON Schema; schemas in `named` become references. Features that JSON Schema cannot express are left out.
 */
function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output', named: Definitions = {}): Json {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    definitions: named,
    overrideRef: ({ referenceId }) => refOf(referenceId),
    overrideAction: ({ valibotAction, jsonSchema }) => {
      // How the client shows a text does not concern a reader of the document.
      const { paragraphs, unshown, fields, ...known } = jsonSchema as Json;
      if (fields) return { ...known, properties: withMeanings(known.properties, fields as Fields) };
      return (valibotAction as { type: string }).type === 'check' || paragraphs || unshown ? known : undefined;
    },
  }) as Json;
  return rest;
}

function everyEndpoint(): (readonly [group: string, name: string, endpoint: Endpoint])[] {
  return Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [group, name, endpoint] as const),
  );
}

function capital(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The name of each answer's schema, by the first endpoint that returns it. */
function namesOfAnswers(): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>();
  for (const [group, , { answer, answerName }] of everyEndpoint()) {
    if (answer && !names.has(answer)) names.set(answer, answerName ?? capital(group));
  }
  return names;
}

interface NamedSchema {
  readonly schema: Json;
  readonly example: unknown;
}

class Components {
  readonly schemas: Json = {};
  readonly responses: Json = {};
  readonly #names = namesOfAnswers();

  /**
   * `row`: the schema of a list's entry if the request asks for rows. The fields that a row
   * leaves out are then optional: generated clients cannot read a union of two types.
   */
  refer(schema: v.GenericSchema, row?: v.GenericSchema): NamedSchema {
    const name = this.#names.get(schema)!;
    const whole = schemaOf(schema, 'output', this.#others(schema));
    this.schemas[name] ??= whole;
    const example = exampleOf(schemaOf(schema, 'output'), name);
    if (!row) return { schema: reference(name), example };
    this.schemas[`${name}Row`] ??= { ...whole, required: schemaOf(row, 'output').required };
    return { schema: reference(`${name}Row`), example };
  }

  #others(schema: v.GenericSchema): Definitions {
    const others = [...this.#names].filter(([one]) => one !== schema);
    return Object.fromEntries(others.map(([one, name]) => [name, one as v.GenericSchema]));
  }

  refuse(codes: readonly ErrorCode[]): Json {
    const name = codes.join('_or_');
    const examples = Object.fromEntries(codes.map(code => [code, { value: errorExample(code) }]));
    this.responses[name] ??= {
      description: codes.join(' or '),
      headers: refusalHeaders(codes),
      content: { 'application/json': { schema: errorSchema(codes), examples } },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.multipart) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file to upload.' };
    const schema = { type: 'object', required: ['file'], properties: { file } };
    const example = { file: 'the bytes of the file' };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, example } } } };
  }
  if (!endpoint.body) return {};
  const media: Json = { schema: schemaOf(endpoint.body, 'input') };
  if (endpoint.example?.body !== undefined) media.example = endpoint.example.body;
  return { requestBody: { required: true, content: { 'application/json': media } } };
}

function inEnvelope(endpoint: Endpoint, { schema, example }: NamedSchema): Json {
  if (endpoint.gives === 'one')
    return {
      'application/json': {
        schema: {
          type: 'object',
          required: ['data'],
          properties: { data: { ...schema, description: 'The resource.' } },
        },
        example: { data: example },
      },
    };
  const entries = { type: 'array', items: schema, description: 'The entries of this page.' };
  const further = endpoint.meta && schemaOf(endpoint.meta, 'output').properties;
  const properties = { data: entries, meta: pageMeta(endpoint, further as object | undefined) };
  return {
    'application/json': {
      schema: { type: 'object', required: ['data', 'meta'], properties },
      example: { data: [example], meta: { next_cursor: null } },
    },
  };
}

function content(name: string, endpoint: Endpoint, answer: NamedSchema | undefined): Json {
  if (answer) return { content: inEnvelope(endpoint, answer) };
  if (endpoint.gives !== 'raw') return {};
  return {
    content: { [endpoint.media ?? 'application/json']: { schema: {}, example: rawExample(name as EndpointName) } },
  };
}

function success(name: string, endpoint: Endpoint, answer: NamedSchema | undefined): Json {
  const statuses = typeof endpoint.status === 'number' ? [endpoint.status] : endpoint.status;
  const described = { description: endpoint.summary, ...content(name, endpoint, answer) };
  const unchanged = {
    description: 'Not modified: the caller has the current version',
    headers: successHeaders(endpoint, 304),
  };
  return {
    ...Object.fromEntries(
      statuses.map(status => [status, { ...described, headers: successHeaders(endpoint, status) }]),
    ),
    ...(endpoint.ranged
      ? { 206: { ...described, description: 'A part of it', headers: successHeaders(endpoint, 206) } }
      : {}),
    ...(isConditional(endpoint) ? { 304: unchanged } : {}),
  };
}

function failures(components: Components, endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), code => errorStatus[code]);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, components.refuse(codes)]));
}

/** The answer to an error in the service itself. */
const mistake: Json = {
  description: 'internal: an error in the help center itself',
  content: { 'application/json': { schema: reference('Error') } },
};

function operation(components: Components, group: string, name: string, endpoint: Endpoint): Json {
  const answer = endpoint.answer && components.refer(endpoint.answer, endpoint.row);
  const query = endpoint.query ? (schemaOf(endpoint.query, 'input').properties as Record<string, Json>) : {};
  return {
    operationId: `${group}.${name}`,
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n${mayCall[endpoint.allows]}`,
    tags: [group],
    ...(endpoint.extension ? { 'x-extension': true } : {}),
    ...(endpoint.allows === 'anyone' ? { security: endpoint.mayKnow ? [{}, { bearer: [] }] : [] } : {}),
    parameters: parameters(endpoint, query),
    ...requestBody(endpoint),
    responses: {
      ...success(`${group}.${name}`, endpoint, answer),
      ...failures(components, endpoint),
      default: mistake,
    },
  };
}

/** The service as an OpenAPI 3.1 document, made from the contract. */
export function openApi(): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const [group, name, endpoint] of everyEndpoint()) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operation(components, group, name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Help center',
      version: '1',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath }],
    security: [{ bearer: [] }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      headers: knownHeaders,
      responses: components.responses,
      schemas: { ...components.schemas, Error: errorSchema(Object.keys(errorStatus)) },
    },
  };
}
