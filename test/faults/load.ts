import { ok } from 'node:assert/strict';
import { type Client, insist } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** Callers who write all the time. */
export interface Load {
  readonly client: Client;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly tokens: readonly string[];
  /** Where to ask, at this attempt. */
  url(attempt: number): string;
  /** Conversations that were made, also those that were merged away since. */
  readonly conversations: number[];
  isOver(): boolean;
}

type Step = (load: Load, write: Write, text: string) => Promise<void>;
type Write = (method: string, path: string, body?: unknown) => ReturnType<typeof insist>;

const create: Step = async ({ ledger, conversations }, write, text) => {
  const answer = await write('POST', '/conversations', { title: text, tags: [`tag${text.length}`] });
  ledger.done('conversation', text, answer.body.data.id);
  conversations.push(answer.body.data.id);
};

const post =
  (kind: 'message' | 'note'): Step =>
  async ({ ledger, random, conversations }, write, text) => {
    const body = kind === 'message' ? { body_text: text } : { details: text };
    const answer = await write('POST', `/conversations/${random.pick(conversations)}/${kind}s`, body);
    if (answer.status === 201) ledger.done(kind, text, answer.body.data.id);
    else ledger.refused(kind, text);
  };

const rename: Step = async ({ ledger, random, conversations }, write, text) => {
  const id = random.pick(conversations);
  const status = 1 + random.below(2);
  const answer = await write('PUT', `/conversations/${id}`, { title: text, conversation_status_id: status });
  if (answer.status === 200) ledger.done('title', text, id);
  else ledger.refused('title', text);
};

const merge: Step = async ({ ledger, random, conversations }, write, text) => {
  const [target, source] = [random.pick(conversations), random.pick(conversations)];
  const answer = await write('POST', `/conversations/${target}/merge`, { conversation_ids: [source] });
  if (answer.status === 200) ledger.done('merge', text, source);
};

const steps: readonly Step[] = [create, create, post('message'), post('message'), post('note'), rename, merge];

/** Writes as one caller until it is over; each write is asked for again until it is answered. */
export const keepWriting = async (load: Load, name: string): Promise<void> => {
  for (let at = 0; !load.isOver(); at += 1) {
    const text = `${name} ${at}`;
    const token = load.random.pick(load.tokens);
    const write: Write = async (method, path, body) => {
      const answer = await insist(load.client, load.url, { method, path, body, token }, `key of ${text}`);
      ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
    const step = load.conversations.length < 4 ? create : load.random.pick(steps);
    await step(load, write, text);
  }
};
