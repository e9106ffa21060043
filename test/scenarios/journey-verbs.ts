import type { Conversation } from '../../src/contract/model.ts';
import { pick } from '../harness/random.ts';
import { choose, type JourneyAgent, leave, move, press, shownRows, underCursor } from './journey-agent.ts';

/** One action of the agent on the conversation under the cursor. */
export interface Deed {
  readonly name: string;
  /** How often it is done, beside the others. */
  readonly weight: number;
  /** Whether its key can act now. */
  can(agent: JourneyAgent, one: Conversation): boolean;
  /** Presses the keys, and tells the model what they mean. */
  act(agent: JourneyAgent, one: Conversation): Promise<void>;
}

/** The fields of a closed conversation. */
export const CLOSED = { conversation_status_id: 2, status: 'closed' };
/** The fields of one that awaits a reply. */
export const WAITING = { conversation_status_id: 3, status: 'awaiting reply' };

type Fields = Partial<Conversation>;

/** A verb on some conversations, by its keys. */
interface Verb {
  readonly name: string;
  readonly weight: number;
  /** It takes the conversation out of the list. */
  readonly leaves?: true;
  isDone(one: Conversation, agent: JourneyAgent): boolean;
  keys(agent: JourneyAgent): Promise<void>;
  fields(agent: JourneyAgent): Fields;
}

const VERBS: readonly Verb[] = [
  {
    name: 'archive',
    weight: 6,
    leaves: true,
    isDone: one => one.archived,
    keys: agent => press(agent, 'conversation.archive'),
    fields: () => ({ archived: true }),
  },
  {
    name: 'close',
    weight: 5,
    leaves: true,
    isDone: one => one.status === 'closed',
    keys: agent => press(agent, 'conversation.close'),
    fields: () => CLOSED,
  },
  {
    name: 'assign to me',
    weight: 6,
    isDone: (one, { me }) => one.assign_to === me,
    keys: agent => press(agent, 'conversation.assign-me'),
    fields: ({ me }) => ({ assign_to: me }),
  },
  {
    name: 'assign to Ana',
    weight: 4,
    isDone: (one, { ana }) => one.assign_to === ana,
    keys: agent =>
      choose(agent, 'conversation.assign', 'Enter assign', 'Ana').then(() => agent.desk.seesNot('Enter assign')),
    fields: ({ ana }) => ({ assign_to: ana }),
  },
  {
    name: 'status',
    weight: 4,
    isDone: one => one.status === 'awaiting reply',
    keys: async agent => {
      agent.desk.press('conversation.status');
      await agent.desk.sees('Enter set');
      agent.desk.press('3');
      await agent.desk.seesNot('Enter set');
    },
    fields: () => WAITING,
  },
];

/** Each verb on the conversation under the cursor. */
export const verbDeeds: readonly Deed[] = VERBS.map(verb => ({
  name: verb.name,
  weight: verb.weight,
  can: (agent, one) => !verb.isDone(one, agent),
  act: async (agent, { id }) => {
    await verb.keys(agent);
    if (verb.leaves) await leave(agent, [id]);
    agent.model.verb(() => verb.fields(agent), [id]);
    agent.canUndo = true;
  },
}));

/** Marks the next conversations that are nobody else's business, from the cursor on. */
export async function mark(agent: JourneyAgent, count: number): Promise<number[]> {
  const { desk, model, reserved } = agent;
  const marked: number[] = [];
  const from = await underCursor(agent);
  for (const id of shownRows(agent).slice(shownRows(agent).indexOf(from))) {
    if (marked.length === count) break;
    if (reserved.has(id)) {
      await move(agent, 'cursor.down');
      continue;
    }
    desk.press('list.mark');
    marked.push(id);
    agent.touched.add(id);
    model.marks.set(id, model.view);
    await desk.sees(` ${marked.length} marked`);
  }
  return marked;
}

async function unmark(agent: JourneyAgent): Promise<void> {
  agent.desk.press('list.unmark');
  await agent.desk.seesNot(/\d marked/);
  agent.model.marks.clear();
}

/** Three or so are marked, and one verb is for all. */
export const bulk: Deed = {
  name: 'bulk',
  weight: 6,
  can: (agent, { id }) => shownRows(agent).indexOf(id) < shownRows(agent).length - 6,
  act: async agent => {
    const ids = await mark(agent, 2 + Math.floor(agent.random() * 3));
    const able = VERBS.filter(verb => ids.some(id => !verb.isDone(agent.model.get(id), agent)));
    const verb = pick(agent.random, able);
    await verb.keys(agent);
    if (verb.leaves) await leave(agent, ids);
    agent.model.verb(() => verb.fields(agent), ids);
    if (agent.model.marks.size > 0) await unmark(agent);
    agent.canUndo = true;
  },
};
