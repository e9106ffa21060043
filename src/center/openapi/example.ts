type Json = Readonly<Record<string, unknown>>;

/**
 * The text of an example by the name of its field, or of that and the resource or the field that it is in; otherwise the
 * name itself stands for it.
 */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'Zoë Quinn',
  email: 'zoe@customer.example',
  title: 'Parcel went back to sender',
  preview: 'My parcel went back to you. Can you send it again?',
  body_text: 'My parcel went back to you. Can you send it again?',
  details: 'Called her. She is fine with a voucher.',
  comment: 'Quick and kind.',
  status: 'open',
  tags: 'shipping',
  slug: 'returns',
  content_type: 'application/pdf',
  zone: 'Europe/Berlin',
  description: 'Parcels that come back',
  autoresponse_text: 'We have your mail.',
  text: 'Dear {customer.first|customer},\n\nthe money is on its way.',
  from: '2026-11-01',
  to: '2026-12-01',
  'Agent.name': 'Ana Ortiz',
  'Agent.email': 'ana@shop.example',
  'agent.name': 'Ana Ortiz',
  'agent.email': 'ana@shop.example',
  'Attachment.name': 'label.pdf',
  'attachments.name': 'label.pdf',
  'ConversationStatus.name': 'in progress',
  'Inbox.name': 'Returns',
  'Rule.name': 'Acme',
  'SavedReply.name': 'Refund',
  'Tag.name': 'shipping',
  'Team.name': 'Returns',
};

const TIME = '2026-03-01T12:00:00';

/**
 * A value that a JSON Schema without references allows: with the required fields, one entry in each list, and null where
 * it may be, unless that is an object or a text of its own. `name`: of the resource or the field; `within`: of the one
 * that it is in.
 */
export function exampleOf(schema: Json, name: string, within = ''): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (choices) {
    const isShown = choices[0]!.type === 'object' || name in TEXTS;
    return exampleOf(choices.find(({ type }) => !isShown && type === 'null') ?? choices[0]!, name, within);
  }
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
    return Object.fromEntries(required.map(field => [field, exampleOf(properties[field]!, field, name)]));
  }
  if (schema.type === 'array') return [exampleOf(schema.items as Json, name)];
  if (schema.type === 'string') return textOf(schema, name, within);
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? false : null;
}

function textOf({ pattern }: Json, name: string, within: string): string {
  if (pattern !== undefined && new RegExp(String(pattern)).test(TIME)) return TIME;
  return TEXTS[`${within}.${name}`] ?? TEXTS[name] ?? name;
}
