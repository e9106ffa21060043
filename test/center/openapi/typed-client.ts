/** A schema of the document, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

/** As much of an OpenAPI document as a client needs. */
export interface ClientDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The keywords that a type can be made from, and those that only narrow it or tell of it. */
const KEYWORDS = new Set(
  `$ref additionalProperties anyOf const enum items properties required type
  contentMediaType description maxItems maxLength maximum minItems minLength minimum pattern propertyNames`.split(
    /\s+/,
  ),
);

const NAMED = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' } as const;
const COMPONENT = '#/components/schemas/';

function union(types: readonly string[]): string {
  return `(${types.join(' | ')})`;
}

function typeOfObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const sign = (required as readonly string[]).includes(name) ? ':' : '?:';
    return `${JSON.stringify(name)}${sign} ${typeOf(schema)};`;
  });
  if (additionalProperties) members.push(`[name: string]: ${typeOf(additionalProperties as Schema)};`);
  return `{ ${members.join(' ')} }`;
}

/** The TypeScript type of a schema. Throws at a keyword that it does not know. */
function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).filter(keyword => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`unknown keywords: ${unknown}`);
  const { $ref, anyOf, enum: values, type } = schema;
  if ($ref !== undefined) return `Schemas[${JSON.stringify(String($ref).replace(COMPONENT, ''))}]`;
  if (anyOf !== undefined) return union((anyOf as readonly Schema[]).map(typeOf));
  if (values !== undefined) return union((values as readonly unknown[]).map(value => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one })));
  if (type === 'array') return `${union([typeOf(schema.items as Schema)])}[]`;
  if (type === 'object') return typeOfObject(schema);
  if (type === undefined) return 'unknown';
  const named = NAMED[type as keyof typeof NAMED];
  if (named === undefined) throw new Error(`unknown type: ${type}`);
  return named;
}

function typeOfContent(content: Contents = {}): string {
  const { schema } = content['application/json'] ?? {};
  return schema ? typeOf(schema) : 'unknown';
}

function callOf(method: string, path: string, operation: Operation): string {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const given = (place: string) => {
    const some = parameters.filter(one => one.in === place);
    return typeOfObject({
      properties: Object.fromEntries(some.map(({ name, schema }) => [name, schema])),
      required: some.filter(one => one.required).map(({ name }) => name),
    });
  };
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  if (!success) throw new Error(`${operationId} has no answer`);
  const types = [
    `params: ${given('path')}`,
    `query: ${given('query')}`,
    `body: ${typeOfContent(requestBody?.content)}`,
    `answer: ${typeOfContent(success.content)}`,
  ];
  return `${JSON.stringify(operationId)}: { method: '${method.toUpperCase()}'; path: '${path}'; ${types.join('; ')} };`;
}

/**
 * The types of a client in TypeScript: `Schemas`, and `Calls` by their operation's id. It compiles only if every
 * reference leads to a schema and every id is there once.
 */
export function typedClient({ paths, components }: ClientDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${typeOf(schema)};`,
  );
  return [`export interface Schemas {`, ...schemas, '}', 'export interface Calls {', ...calls, '}', ''].join('\n');
}
