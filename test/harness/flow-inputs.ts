import * as v from 'valibot';
import { actions } from '../../src/actions/index.ts';

const MAIL = { part: 'text', messageId: null };
const INPUTS: readonly unknown[] = [
  undefined,
  [],
  {},
  'note',
  { atMs: 0 },
  { replaces: 0 },
  { id: null, initial: {}, values: { name: 'a'.repeat(90) } },
  { ids: [1], folder: '/tmp' },
  { contactId: 5, note: 'Pays late.' },
  { id: 5, name: 'Ana', email: null },
  { noteId: 1, former: 'Called her.' },
  { by: 'agent', days: 7, clock: 'all' },
  { text: 'Hello', actions: {} },
  { from: 'vip' },
  { name: 'Mine' },
  MAIL,
];

/** Each flow that comes back in the next desk, with the inputs that it takes. */
export const flowInputs = [...new Set(actions.flatMap(({ flows = [] }) => flows))].flatMap(flow => {
  const known = INPUTS.map(input => (flow.input ? v.safeParse(flow.input, input) : { success: true, output: input }));
  return flow.lost === undefined
    ? known.filter(({ success }) => success).map(({ output: input }) => ({ flow, input }))
    : [];
});
