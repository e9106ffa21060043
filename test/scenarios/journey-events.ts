import type { Conversation } from '../../src/contract/model.ts';
import { pick } from '../harness/random.ts';
import type { Journey } from './journey.ts';
import { type JourneyAgent, leave, move, nextNote, press, shownRows, underCursor, write } from './journey-agent.ts';
import { goOnWithDraft, openNote } from './journey-deeds.ts';
import { CLOSED, WAITING } from './journey-verbs.ts';

/** Something that happens to the agent on the way. */
export type Event = (journey: Journey) => Promise<void>;

/** Of the last moment before a tunnel: requests still arrive, their answers do not. */
const FADING_MS = 2_000;
/** For how long the desk of a lost SSH does not know it. */
const UNKNOWING_MS = 20_000;
/** Text is on the disk after this time. */
const SAVED_MS = 1_500;

/** Into a tunnel: the last answers are lost, then everything. */
export async function intoTunnel({ agent, center, wait }: Journey): Promise<void> {
  center.link.become('answers lost');
  await wait(FADING_MS);
  center.link.become('tunnel');
  agent.isOnline = false;
}

/** The station's portal answers instead of the help center. */
export async function atStation({ agent, center }: Journey): Promise<void> {
  center.link.become('portal');
  agent.isOnline = false;
}

/** The line is back; everything goes out without a key. */
export async function backInLight({ agent, center }: Journey): Promise<void> {
  center.link.become('good');
  await agent.desk.seesNot(/\d unsent/, { within: 10_000 });
  agent.isOnline = true;
  agent.reserved.clear();
  for (const id of agent.drafts.keys()) agent.reserved.add(id);
}

/** Another agent takes two conversations, and a customer opens one. */
export async function othersGoOn({ agent, center }: Journey): Promise<void> {
  const { model, reserved, ana, random } = agent;
  const own = await underCursor(agent);
  const others = shownRows(agent).filter(id => id !== own && !reserved.has(id));
  for (const id of [pick(random, others.slice(0, 5)), pick(random, others.slice(5))]) {
    await center.askAsAna('POST', `/conversations/${id}/agents`, { agent_id: ana });
    await center.askAsAna('POST', `/conversations/${id}/tags`, { name: 'ana' });
    model.elsewhere(id, { assign_to: ana, tags: [...new Set([...model.get(id).tags, 'ana'])].sort() });
    reserved.add(id);
  }
  agent.canUndo = false;
  const { contacts } = model.get(own);
  const { id } = await center.ask<Conversation>('POST', '/conversations', { title: 'Written in a tunnel', contacts });
  await center.ask('POST', `/conversations/${id}/messages`, { body_text: 'Are you there?' });
  model.arrive(await center.ask<Conversation>('GET', `/conversations/${id}`));
}

/** In a tunnel the agent archives a conversation, while its customer writes. */
export async function archiveTooEarly(journey: Journey): Promise<void> {
  const { agent, center } = journey;
  const id = await ownConversation(agent);
  await press(agent, 'e');
  await leave(agent, [id]);
  await center.ask('POST', `/conversations/${id}/messages`, { body_text: 'WAIT, the parcel came' });
  const { message_count, last_message_at, preview } = await center.ask<Conversation>('GET', `/conversations/${id}`);
  // The agent will leave it: it is as if it was never archived.
  agent.model.elsewhere(id, { message_count, last_message_at, preview });
  agent.reserved.add(id);
  agent.canUndo = false;
}

/** In a tunnel the agent closes a conversation, while another agent sets its status. */
export async function closeTooEarly(journey: Journey): Promise<void> {
  const { agent, center } = journey;
  const id = await ownConversation(agent);
  await press(agent, 'c');
  await leave(agent, [id]);
  await center.askAsAna('PUT', `/conversations/${id}`, WAITING);
  agent.model.verb(() => CLOSED, [id]);
  agent.reserved.add(id);
  agent.canUndo = false;
}

/** A conversation under the cursor that is nobody else's business. */
async function ownConversation(agent: JourneyAgent): Promise<number> {
  while (agent.reserved.has(await underCursor(agent))) await move(agent, 'j');
  return underCursor(agent);
}

/** The question about the archived one: it is left as it is. */
export async function leaveIt({ agent }: Journey): Promise<void> {
  await decide(agent, 'The customer wrote since: “WAIT, the parcel came”', 't');
}

/** The question about the status: the agent's own counts. */
export async function keepClosed({ agent }: Journey): Promise<void> {
  await decide(agent, 'status: you closed it, Ana Ortiz set awaiting reply', 'm');
}

/** Answers the only change that asks. */
async function decide(agent: JourneyAgent, words: string, key: 'm' | 't'): Promise<void> {
  const { desk } = agent;
  await desk.sees(/\d asks/, { within: 10_000 });
  desk.press(':');
  desk.type('Changes that ask');
  await desk.sees(/> Changes that ask/);
  await desk.settled(30);
  desk.press('enter');
  await desk.sees(words);
  desk.press(key);
  await desk.seesNot(/\d asks/);
}

/** The machine goes down with changes unsent and a note half written; it comes up where the line is good. */
export async function reboot(journey: Journey): Promise<void> {
  const { agent, center } = journey;
  const [id, text] = await writeHalf(journey);
  agent.desk.kill('SIGKILL');
  await agent.desk.exit();
  center.link.become('good');
  agent.desk = await journey.login();
  await agent.desk.settled();
  await goOnWithDraft(agent, id, text);
  await backInLight(journey);
}

/** SSH is cut: the agent signs in anew while the old desk does not know yet. */
export async function lostSsh(journey: Journey): Promise<void> {
  const { agent, wait } = journey;
  const [id, text] = await writeHalf(journey);
  const old = agent.desk;
  agent.desk = await journey.login();
  await wait(UNKNOWING_MS);
  old.hangUp();
  await old.exit();
  await agent.desk.sees('Taken over from another desk');
  await goOnWithDraft(agent, id, text);
}

async function writeHalf({ agent, wait }: Journey): Promise<readonly [id: number, text: string]> {
  const id = await underCursor(agent);
  const text = nextNote(agent);
  await openNote(agent);
  await write(agent, text);
  await wait(SAVED_MS);
  agent.canUndo = false;
  return [id, text];
}
