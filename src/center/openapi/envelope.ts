import { MAX_COUNTED } from '../../contract/conversation-filter.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

type Json = Record<string, unknown>;

function text(description: string): Json {
  return { type: 'string', description };
}

const detail: Json = {
  type: 'object',
  required: ['path', 'message'],
  properties: {
    path: text('The field, as `emails.0.email` or `before[created_at]`; empty for the body as a whole.'),
    message: text('What is wrong with it, to follow the name of the field.'),
  },
};

/** The body of a refusal with one of these codes. */
export function errorSchema(codes: readonly string[]): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'Why the request was refused.',
        required: ['code', 'message'],
        properties: {
          code: { enum: codes, description: 'The kind of refusal, for a program.' },
          message: text('A sentence for a person.'),
          details: { type: 'array', items: detail, description: 'Each field at fault.' },
        },
      },
    },
  };
}

/** A list's `meta` if the total is asked for. */
function totals({ query }: Endpoint): Json {
  return 'count' in ((query as { readonly entries?: object } | undefined)?.entries ?? {})
    ? {
        total: {
          type: 'integer',
          minimum: 0,
          maximum: MAX_COUNTED,
          description: 'How many entries there are on all pages; only with `count=1`.',
        },
        total_is_more: { const: true, description: 'Only there if `total` is the highest number that is counted.' },
      }
    : {};
}

/** A list's `meta` about its page, with its further fields. */
export function pageMeta(endpoint: Endpoint, further: object = {}): Json {
  return {
    type: 'object',
    description: 'What to know about this page.',
    required: ['next_cursor'],
    properties: {
      next_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page, or null.',
      },
      ...totals(endpoint),
      ...further,
    },
  };
}
