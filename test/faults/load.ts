import { equal, ok } from 'node:assert/strict';
import { type Asked, type Client, insist } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** Callers that write all the time. */
export interface Load {
  readonly client: Client;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly tokens: readonly string[];
  /** Where to ask, at this attempt. */
  url(attempt: number): string;
  /** Conversations that were made, also those that were merged away since. */
  readonly conversations: number[];
  /** Conversations whose customers wait for an answer, if callers are to take and move them. */
  readonly questions?: readonly number[];
  isOver(): boolean;
}

/** The inboxes that are there from the start. */
const DEFAULT_INBOX_ID = 1;
export const SPAM_INBOX_ID = 2;

type Step = (load: Load, write: Write, text: string) => Promise<void>;
type Write = (method: string, path: string, sent: Pick<Asked, 'body' | 'file'>) => ReturnType<typeof insist>;

const create: Step = async ({ ledger, conversations }, write, text) => {
  const answer = await write('POST', '/conversations', { body: { title: text, tags: [`tag${text.length}`] } });
  ledger.done('conversation', text, answer.body.data.id);
  conversations.push(answer.body.data.id);
};

function post(kind: 'message' | 'note'): Step {
  return async ({ ledger, random, conversations }, write, text) => {
    const body = kind === 'message' ? { body_text: text } : { details: text };
    const answer = await write('POST', `/conversations/${random.pick(conversations)}/${kind}s`, { body });
    if (answer.status === 201) ledger.done(kind, text, answer.body.data.id);
    else ledger.refused(kind, text);
  };
}

const rename: Step = async ({ ledger, random, conversations }, write, text) => {
  const id = random.pick(conversations);
  const status = 1 + random.below(2);
  const answer = await write('PUT', `/conversations/${id}`, { body: { title: text, conversation_status_id: status } });
  if (answer.status === 200) ledger.done('title', text, id);
  else ledger.refused('title', text);
};

const merge: Step = async ({ ledger, random, conversations }, write, text) => {
  const [target, source] = [random.pick(conversations), random.pick(conversations)];
  const answer = await write('POST', `/conversations/${target}/merge`, { body: { conversation_ids: [source] } });
  if (answer.status === 200) ledger.done('merge', text, source);
};

/** A message, and a conversation of its own for it. */
const split: Step = async ({ ledger, random, conversations }, write, text) => {
  const at = `/conversations/${random.pick(conversations)}`;
  const posted = await write('POST', `${at}/messages`, { body: { body_text: text } });
  if (posted.status !== 201) return ledger.refused('message', text);
  ledger.done('message', text, posted.body.data.id);
  const body = { title: text, message_ids: [posted.body.data.id] };
  const answer = await write('POST', `${at}/split`, { body });
  if (answer.status === 201) ledger.done('conversation', text, answer.body.data.id);
  else ledger.refused('conversation', text);
};

/** A file, and a message that holds it. */
const attach: Step = async ({ ledger, random, conversations }, write, text) => {
  const file = { name: text, content: text.repeat(1 + random.below(5_000)) };
  const { id } = (await write('POST', '/attachments', { file })).body.data;
  ledger.done('attachment', text, id);
  const body = { body_text: text, attachments: [id] };
  const answer = await write('POST', `/conversations/${random.pick(conversations)}/messages`, { body });
  if (answer.status === 201) ledger.done('message', text, answer.body.data.id);
  else ledger.refused('message', text);
};

const steps: readonly Step[] = [
  create,
  create,
  post('message'),
  post('message'),
  post('note'),
  rename,
  merge,
  split,
  attach,
];

/** Takes the next question, if there is one, and answers it. */
const next: Step = async ({ ledger }, write, text) => {
  const [given] = (await write('POST', '/conversations/next', { body: {} })).body.data;
  if (given === undefined) return;
  ledger.done('next', String(given.assign_to), given.id);
  const answer = await write('POST', `/conversations/${given.id}/messages`, { body: { body_text: text } });
  ledger.done('message', text, answer.body.data.id);
};

/** Moves a question to the spam inbox, or out of it; the new title tells the moves apart. */
const move: Step = async ({ ledger, random, questions = [] }, write, text) => {
  const id = random.pick(questions);
  const inbox_id = random.pick([DEFAULT_INBOX_ID, SPAM_INBOX_ID]);
  const answer = await write('PUT', `/conversations/${id}`, { body: { title: text, inbox_id } });
  equal(answer.status, 200, answer.text);
  ledger.done('move', text, id);
};

function stepsOf({ questions }: Load): Step[] {
  return questions ? [...steps, next, next, next, move, move, move] : [...steps];
}

/** Writes as one caller until it is over and nothing is left of `dealt`, which the callers share. */
async function keepWriting(load: Load, dealt: Step[], name: string): Promise<void> {
  for (let at = 0; !load.isOver() || dealt.length > 0; at += 1) {
    const text = `${name} ${at}`;
    const token = load.random.pick(load.tokens);
    const write: Write = async (method, path, sent) => {
      const key = `${path} of ${text}`;
      const answer = await insist(load.client, load.url, { method, path, token, ...sent }, key);
      ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
    const step = load.conversations.length < 4 ? create : (dealt.shift() ?? load.random.pick(stepsOf(load)));
    await step(load, write, text);
  }
}

/**
 * Writes as many callers until it is over: each kind of write once, however slow the machine is, then any. Each write is
 * asked for again until it is answered.
 */
export async function writeAll(load: Load, names: readonly string[]): Promise<void> {
  const dealt = stepsOf(load);
  await Promise.all(names.map(name => keepWriting(load, dealt, name)));
}
