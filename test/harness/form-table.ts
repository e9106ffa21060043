import * as v from 'valibot';
import type { Field, Fields } from '../../src/contract/described.ts';
import { ExchangedConversation } from '../../src/contract/exchange.ts';
import { EmailAddress, RequestTimestamp } from '../../src/contract/schema.ts';

/** The parts of a schema that a table tells of. */
interface Shape {
  readonly type: string;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly options?: readonly string[];
}

/** What each object within the form is called, by the fields that hold it. */
const NAMES: Readonly<Record<string, string>> = {
  assignee: 'person',
  author: 'person',
  by: 'person',
  contacts: 'person',
  participants: 'person',
  to: 'person',
  cc: 'person',
  bcc: 'person',
  reply_to: 'person',
  messages: 'message',
  notes: 'note',
  reviews: 'review',
  attachments: 'file',
  snoozed: 'snooze',
  delivery: 'delivery',
};

/** The schema within `optional` and `nullable`, and whether the field may be absent. */
function opened(shape: Shape): { inner: Shape; isOptional: boolean } {
  if (!shape.wrapped) return { inner: shape, isOptional: false };
  const { inner, isOptional } = opened(shape.wrapped);
  return { inner, isOptional: isOptional || shape.type === 'optional' };
}

function taken(name: string, shape: Shape): string {
  const { inner } = opened(shape);
  const schema: unknown = inner;
  if (inner.item) return `list: ${taken(name, inner.item)}`;
  if (inner.type === 'strict_object') return NAMES[name]!;
  if (inner.type === 'picklist') return inner.options!.map(one => `\`${one}\``).join(', ');
  if (schema === RequestTimestamp) return 'time';
  if (schema === EmailAddress) return 'address';
  return { string: 'text', boolean: 'true, false', number: 'number' }[inner.type]!;
}

function fieldsOf(shape: unknown): Fields {
  return v.getMetadata(shape as v.GenericSchema).fields as Fields;
}

/** The objects of the form by their names, each before those within it. */
function objects(name: string, shape: Shape, found = new Map<string, Fields>()): Map<string, Fields> {
  const { inner } = opened(shape);
  if (inner.item) return objects(name, inner.item, found);
  const fields = inner.type === 'strict_object' ? fieldsOf(inner) : undefined;
  if (fields === undefined || found.has(name)) return found;
  found.set(name, fields);
  for (const [field, [schema]] of Object.entries(fields))
    objects(NAMES[field] ?? field, schema as unknown as Shape, found);
  return found;
}

function row(object: string, name: string, [schema, meaning]: Field): string {
  const shape = schema as unknown as Shape;
  const need = opened(shape).isOptional ? '' : ' (needed)';
  return `| ${object} | \`${name}\`${need} | ${taken(name, shape)} | ${meaning} |`;
}

/** The form of NDJSON as a table: each object with its fields. */
export function formTable(): string {
  const rows = [...objects('conversation', ExchangedConversation as unknown as Shape)].flatMap(([object, fields]) =>
    Object.entries(fields).map(([name, field], at) => row(at === 0 ? `**${object}**` : '', name, field)),
  );
  return ['| of | field | takes | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
