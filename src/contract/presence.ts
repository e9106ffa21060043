import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { line } from './schema.ts';

/** The ways in which an agent is on a conversation. */
export const doings = ['answers', 'reads'] as const;

/** The header of the answer of an event stream that has the id of the stream. */
export const streamHeader = 'frontdesk-stream';

/** The calls about which agents are on a conversation now. Nothing of it is stored. */
export const presence = {
  tell: endpoint('PUT /conversations/{conversation_id}/presence', {
    summary: 'Tell that the calling agent is on a conversation',
    description:
      'It holds as long as the agent’s event stream is open, and ten seconds longer, and replaces what this stream told ' +
      'before. It is not a change of the conversation: no version, no history, no entity tag.',
    ...answers.nothing,
    allows: 'agent',
    query: described({
      stream: [line(1, 40), `The id of the agent’s event stream, from the header \`${streamHeader}\` of its answer.`],
      doing: [v.optional(v.picklist(doings)), 'The agent’s activity there; absent: none any more.'],
    }),
    errors: ['conflict'],
    extension: true,
    example: { query: { stream: 'k3Jx9aQ2', doing: 'answers' } },
  }),
};
