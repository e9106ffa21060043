import { pick } from '../harness/random.ts';
import {
  choose,
  hasListKeys,
  type JourneyAgent,
  leave,
  move,
  nextNote,
  press,
  shownRows,
  underCursor,
  write,
} from './journey-agent.ts';
import { bulk, type Deed, mark, verbDeeds } from './journey-verbs.ts';

const QUIET_MS = 30;
const TAGS = ['money', 'parcel', 'checked', 'late'];

const tag: Deed = {
  name: 'tag',
  weight: 10,
  can: (_, one) => TAGS.some(name => !one.tags.includes(name)),
  act: async (agent, one) => {
    const name = TAGS.find(each => !one.tags.includes(each))!;
    await choose(agent, 'conversation.tag', 'Enter on or off', name);
    await agent.desk.sees(new RegExp(`✓ ${name}`));
    agent.desk.press('esc');
    await agent.desk.seesNot('Enter on or off');
    agent.model.verb(({ tags }) => ({ tags: [...tags, name].sort() }), [one.id]);
    agent.canUndo = true;
  },
};

const title: Deed = {
  name: 'title',
  weight: 3,
  can: () => true,
  act: async (agent, { id }) => {
    const text = `Case ${id} by ${nextNote(agent).slice(-6)}`;
    agent.desk.press('conversation.title');
    await agent.desk.sees('Enter save');
    agent.desk.press('ctrl-u');
    await write(agent, text);
    agent.desk.press('enter');
    await agent.desk.seesNot('Enter save');
    agent.model.verb(() => ({ title: text }), [id]);
    agent.canUndo = true;
  },
};

/** Opens the note's box on the conversation under the cursor. */
export async function openNote({ desk }: JourneyAgent): Promise<void> {
  desk.press('note.write');
  await desk.sees('Ctrl-d send');
}

/** Sends the note that is in the box. */
async function sendNote(agent: JourneyAgent, id: number, text: string): Promise<void> {
  agent.desk.press('ctrl-d');
  await agent.desk.seesNot('Ctrl-d send');
  agent.model.cursor = id;
  agent.model.note(text);
  agent.canUndo = false;
}

const note: Deed = {
  name: 'note',
  weight: 10,
  can: ({ drafts }, { id }) => !drafts.has(id),
  act: async (agent, { id }) => {
    const text = nextNote(agent);
    await openNote(agent);
    await write(agent, text);
    await sendNote(agent, id, text);
  },
};

const leaveDraft: Deed = {
  name: 'leave a draft',
  weight: 4,
  can: ({ drafts }) => drafts.size === 0,
  act: async (agent, { id }) => {
    const text = nextNote(agent);
    await openNote(agent);
    await write(agent, text);
    agent.desk.press('esc');
    await agent.desk.seesNot('Ctrl-d send');
    agent.drafts.set(id, text);
    agent.reserved.add(id);
  },
};

/** By `gd`, wherever the cursor is. */
async function openDraft({ desk }: JourneyAgent, id: number, text: string): Promise<void> {
  desk.press('draft.list');
  await desk.sees(text);
  const [, digit] = new RegExp(`(\\d) #${id} `).exec(desk.text()) ?? [];
  desk.press(digit ?? 'enter');
  await desk.sees('Ctrl-d send');
}

/** Ends the note in the box, which is open with its first part, sends it, and goes back to the list. */
export async function finishDraft(agent: JourneyAgent, id: number, text: string): Promise<void> {
  const { desk } = agent;
  await desk.sees(text);
  await write(agent, ' and more');
  await sendNote(agent, id, `${text} and more`);
  agent.drafts.delete(id);
  agent.reserved.delete(id);
  await desk.settled(QUIET_MS);
  if (hasListKeys(agent)) return;
  desk.press('back');
  await desk.until(() => hasListKeys(agent), 'The list has the keys');
}

/** Finds a half-written note in the list of drafts, and ends it. */
export async function goOnWithDraft(agent: JourneyAgent, id: number, text: string): Promise<void> {
  await openDraft(agent, id, text);
  await finishDraft(agent, id, text);
}

const findDraft: Deed = {
  name: 'go on with a draft',
  weight: 4,
  can: ({ drafts }) => drafts.size > 0,
  act: async agent => {
    const [id, text] = [...agent.drafts][0]!;
    await goOnWithDraft(agent, id, text);
  },
};

const undo: Deed = {
  name: 'undo',
  weight: 6,
  can: ({ canUndo }) => canUndo,
  act: async agent => {
    await press(agent, 'undo');
    agent.model.undo();
    agent.canUndo = false;
  },
};

const open: Deed = {
  name: 'open',
  weight: 6,
  can: () => true,
  act: async agent => {
    const { desk } = agent;
    desk.press('open');
    await desk.until(() => !hasListKeys(agent), 'The detail has the keys');
    desk.press('back');
    await desk.until(() => hasListKeys(agent), 'The list has the keys');
  },
};

const filter: Deed = {
  name: 'filter',
  weight: 4,
  can: ({ isOnline }) => isOnline,
  act: async agent => {
    const { desk } = agent;
    desk.press('list.filter', 'ctrl-u');
    await desk.sees('Enter list');
    desk.type('tag:refund');
    await desk.sees('/ tag:refund');
    desk.press('enter');
    await desk.sees(/│ All · tag refund/);
    desk.press('view.unresolved');
    await desk.sees(/│ Unresolved/);
    await desk.until(() => shownRows(agent).length > 0 && hasListKeys(agent), 'The view is read');
  },
};

const merge: Deed = {
  name: 'merge',
  weight: 3,
  can: (agent, one) => agent.isOnline && bulk.can(agent, one),
  act: async agent => {
    const { desk, model } = agent;
    const [target, ...sources] = (await mark(agent, 2)) as [number, ...number[]];
    await choose(agent, 'conversation.merge', 'Enter choose', model.get(target).title);
    await desk.sees('y merge');
    desk.press('y');
    await desk.seesNot('y merge');
    await leave(agent, sources);
    model.merge(sources, target);
    model.marks.clear();
    agent.canUndo = false;
  },
};

const moveOn: Deed = {
  name: 'move',
  weight: 24,
  can: () => true,
  act: async agent => {
    const way = pick(agent.random, ['cursor.down', 'cursor.down', 'cursor.up'] as const);
    const steps = 1 + Math.floor(agent.random() * 3);
    for (let count = 0; count < steps; count += 1) await move(agent, way);
  },
};

const DEEDS: readonly Deed[] = [
  moveOn,
  open,
  ...verbDeeds,
  bulk,
  tag,
  title,
  note,
  leaveDraft,
  findDraft,
  undo,
  filter,
  merge,
];

/** Deeds on a conversation that is somebody else's business now. */
const HARMLESS: readonly Deed[] = [moveOn];

/** Does one of the deeds whose keys can act now, by chance; `tell` gets its name and the conversation before. */
export async function actByChance(agent: JourneyAgent, tell: (what: string) => void): Promise<void> {
  const id = await underCursor(agent);
  const one = agent.model.get(id);
  const able = (agent.reserved.has(id) ? HARMLESS : DEEDS).filter(deed => deed.can(agent, one));
  let left = agent.random() * able.reduce((sum, { weight }) => sum + weight, 0);
  const deed = able.find(({ weight }) => {
    left -= weight;
    return left < 0;
  })!;
  tell(`${deed.name} #${id}`);
  agent.touched.add(id);
  await deed.act(agent, one);
}
