import type { Conversation } from '../../src/contract/model.ts';
import { pick } from '../harness/random.ts';
import type { Journey } from './journey.ts';
import { type JourneyAgent, leave, move, nextNote, press, shownRows, underCursor, write } from './journey-agent.ts';
import { finishDraft, goOnWithDraft, openNote } from './journey-deeds.ts';
import { CLOSED, WAITING } from './journey-verbs.ts';

/** Something that happens to the agent on the way. */
export type Event = (journey: Journey) => Promise<void>;

/** Of the last moment before a tunnel: requests still arrive, their answers do not. */
const FADING_MS = 2_000;
/** For how long the desk of a lost SSH does not know it. */
const UNKNOWING_MS = 20_000;
/** What the desk promises to say of a lost line, to ask, to say and to send after its return. */
/** Text is on the disk after this time. */
const SAVED_MS = 1_500;

/** Into a tunnel: the last answers are lost, then everything. The desk says so without a key. */
export async function intoTunnel(journey: Journey): Promise<void> {
  const { agent, center, wait } = journey;
  agent.isOnline = false;
  center.link.become('answers lost');
  await wait(FADING_MS);
  center.link.become('tunnel');
  await isSaid(journey, /offline since \d\d:\d\d/);
}

/** The station's portal answers instead of the help center. The desk names it, unless it is ssh that it answers. */
export async function atStation(journey: Journey): Promise<void> {
  journey.agent.isOnline = false;
  journey.center.link.become('portal');
  await isSaid(journey, journey.center.url.startsWith('ssh:') ? /offline since \d\d:\d\d/ : /portal since \d\d:\d\d/);
}

async function isSaid({ agent, soon }: Journey, words: RegExp): Promise<void> {
  await soon(() => words.test(agent.desk.text()), String(words));
}

/** The line is back: without a key the desk asks, says that it is back, and sends everything. */
export async function backInLight({ agent, center, soon }: Journey): Promise<void> {
  const { desk } = agent;
  const before = center.link.bytes();
  center.link.become('good');
  await soon(() => center.link.bytes() > before, 'asks again');
  await soon(() => !/(offline|portal) since/.test(desk.text()), 'is back');
  await soon(() => !/\d unsent/.test(desk.text()), 'all sent');
  agent.isOnline = true;
  agent.touched.clear();
  agent.reserved.clear();
  for (const id of agent.drafts.keys()) agent.reserved.add(id);
}

/** The line is back, and the desk says what happened meanwhile. */
export async function backWithNews(journey: Journey): Promise<void> {
  await backInLight(journey);
  await isSaid(journey, /away: 1 new, 2 taken/);
}

/** Another agent takes two conversations, and a customer opens one. */
export async function othersGoOn({ agent, center }: Journey): Promise<void> {
  const { model, reserved, ana, random } = agent;
  const own = await underCursor(agent);
  const others = shownRows(agent).filter(id => id !== own && !isBusy(agent, id) && model.get(id).assign_to !== ana);
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
  await press(agent, 'conversation.archive');
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
  await press(agent, 'conversation.close');
  await leave(agent, [id]);
  await center.askAsAna('PUT', `/conversations/${id}`, WAITING);
  agent.model.verb(() => CLOSED, [id]);
  agent.reserved.add(id);
  agent.canUndo = false;
}

/** Whether somebody else acts on it, or something on it may be unsent. */
function isBusy({ reserved, touched }: JourneyAgent, id: number): boolean {
  return reserved.has(id) || touched.has(id);
}

/** Goes to an open conversation on which nobody has done anything since the line was good. */
async function ownConversation(agent: JourneyAgent): Promise<number> {
  const isFit = (id: number): boolean => !isBusy(agent, id) && agent.model.get(id).status === 'open';
  let id = await underCursor(agent);
  for (; !isFit(id); id = await underCursor(agent)) await move(agent, 'cursor.down');
  return id;
}

/** The question about the archived one: it is left as it is. */
export async function leaveIt({ agent }: Journey): Promise<void> {
  await decide(agent, 'The customer wrote since: “WAIT, the parcel came”', 't');
}

/** The question about the status: the agent's own counts. */
export async function keepClosed({ agent }: Journey): Promise<void> {
  // On a busy machine the history that names her may come too late.
  await decide(agent, /status: you closed it, (Ana Ortiz|another agent) set awaiting reply/, 'm');
}

/** Answers the only change that asks. */
async function decide(agent: JourneyAgent, words: string | RegExp, key: 'm' | 't'): Promise<void> {
  const { desk } = agent;
  await desk.sees(/\d asks/);
  desk.press('palette');
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
  // The box is open as it was.
  await finishDraft(agent, id, text);
  await backInLight(journey);
}

/** SSH is cut: the agent signs in anew while the old desk does not know yet. */
export async function lostSsh(journey: Journey): Promise<void> {
  const { agent, wait } = journey;
  const [id, text] = await writeHalf(journey);
  const old = agent.desk;
  agent.desk = await journey.login();
  await wait(UNKNOWING_MS);
  // The list of drafts tells what the other desk holds, and on which terminal.
  agent.desk.press('draft.list');
  await agent.desk.sees(new RegExp(`pts/\\d+: ${text}`));
  agent.desk.press('esc');
  await agent.desk.seesNot(text);
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
