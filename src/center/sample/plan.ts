import { Chance } from './random.ts';
import { sampleAgents, sampleComments, sampleNotes, sampleSpam, staffOf, topicPlaces } from './shop.ts';
import { type LanguageVoice, type Topic, voices } from './voices.ts';

/** A message or a note of the sample. */
export interface PlannedMessage {
  /** Position in `sampleAgents`; null if the customer wrote it. */
  readonly agent: number | null;
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A conversation of the sample. People and inboxes have names instead of ids. */
export interface PlannedConversation {
  readonly title: string;
  /** A slug of `sampleInboxes`, or `default` or `spam`. */
  readonly inbox: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly status: 'open' | 'closed' | 'awaiting reply' | 'in progress';
  readonly assignee: number | null;
  readonly isArchived: boolean;
  readonly tags: readonly string[];
  /** In order of time; at least one. */
  readonly messages: readonly PlannedMessage[];
  readonly notes: readonly PlannedMessage[];
  readonly review: { readonly rating: number; readonly comment: string; readonly at: number } | null;
}

const MINUTE_MS = 60_000;
const LONGEST_MS = 200 * 24 * 60 * MINUTE_MS;
const totalWeight = voices.reduce((sum, voice) => sum + voice.weight, 0);

function pickVoice(chance: Chance): LanguageVoice {
  let left = chance.next() * totalWeight;
  for (const voice of voices) {
    left -= voice.weight;
    if (left < 0) return voice;
  }
  return voices[0]!;
}

/** Quotes as mail programs do, the newest text on top. */
function withQuote(text: string, quoted: PlannedMessage, name: string): string {
  const day = new Date(quoted.at).toISOString().slice(0, 16).replace('T', ' ');
  const lines = quoted.text.split('\n').map(line => (line === '' ? '>' : `> ${line}`));
  return [text, '', `On ${day}, ${name} wrote:`, ...lines].join('\n');
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/** One of few people of a language, so that some ask again. */
function pickCustomer(voice: LanguageVoice, chance: Chance): Person {
  const index = Math.floor(chance.next() * voice.names.length);
  const number = chance.happens(0.5) ? 1 : chance.between(2, 40);
  const mailbox = `${voice.language}.customer${index + 1}${number === 1 ? '' : `.${number}`}`;
  return { name: voice.names[index]!, email: `${mailbox}@mail.example` };
}

function agentName(agent: number | null): string {
  return sampleAgents[agent ?? 0]!.name;
}

/** Usually the same agent answers, sometimes another one; a customer without an answer asks again. */
function writeMessages(
  voice: LanguageVoice,
  first: string,
  who: Person,
  staff: readonly number[],
  times: readonly number[],
  chance: Chance,
) {
  const messages: PlannedMessage[] = [];
  const usual = chance.one(staff);
  for (const [index, at] of times.entries()) {
    const before = messages.at(-1);
    const isReply = before?.agent === null && chance.happens(0.75);
    const agent = isReply ? (chance.happens(0.85) ? usual : chance.one(staff)) : null;
    const isClosing = index === times.length - 1 && before?.agent !== null;
    const again = isClosing ? chance.one(voice.thanks) : voice.reminders[index % voice.reminders.length]!;
    const answer = chance.one(voice.replies).replace('~', agentName(agent).split(' ')[0]!);
    const own = before === undefined ? first : isReply ? answer : again;
    const isQuoting = before !== undefined && chance.happens(0.7);
    const text = isQuoting ? withQuote(own, before, before.agent === null ? who.name : agentName(before.agent)) : own;
    messages.push({ agent, text, at });
  }
  return messages;
}

/** The times of the messages: the last one `age` before `now`, the others hours to days before each other. */
function writingTimes(now: number, age: number, count: number, chance: Chance): number[] {
  const times = [now - age];
  while (times.length < count) times.unshift(times[0]! - chance.between(8, 3_200) * MINUTE_MS);
  return times;
}

function pickStatus(age: number, last: PlannedMessage, chance: Chance): PlannedConversation['status'] {
  const isOld = age > 14 * 24 * 60 * MINUTE_MS;
  if (chance.happens(isOld ? 0.8 : 0.15)) return 'closed';
  if (last.agent !== null) return chance.happens(0.7) ? 'awaiting reply' : 'in progress';
  return chance.happens(0.12) ? 'in progress' : 'open';
}

function planSpam(at: number, chance: Chance): PlannedConversation {
  const [title, text] = chance.one(sampleSpam);
  return {
    title,
    inbox: 'spam',
    customer: { name: 'Best Offers', email: `offers${chance.between(1, 99)}@spam.example` },
    status: 'open',
    assignee: null,
    isArchived: false,
    tags: [],
    messages: [{ agent: null, text, at }],
    notes: [],
    review: null,
  };
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

function pickTags(topic: Topic, chance: Chance): string[] {
  return [
    ...(chance.happens(0.75) ? [topicPlaces[topic].tag] : []),
    ...(topic === 'late' && chance.happens(0.4) ? ['late'] : []),
    ...(chance.happens(0.08) ? ['vip'] : []),
    ...(chance.happens(0.05) ? ['urgent'] : []),
  ];
}

function planOne(now: number, age: number, chance: Chance): PlannedConversation {
  const voice = pickVoice(chance);
  const topic = chance.one([...voice.mails.keys()]);
  const [title, body] = chance.one(voice.mails.get(topic)!);
  const order = String(chance.between(7_000, 9_999));
  const fill = (text: string, product: string) => text.replaceAll('#', order).replaceAll('@', product);
  const product = chance.one(voice.products);
  const inbox = chance.happens(0.72) ? topicPlaces[topic].inbox : 'default';
  const staff = staffOf(inbox);
  const customer = pickCustomer(voice, chance);
  const times = writingTimes(now, age, chance.one([1, 1, 2, 2, 3, 3, 4, 5, 6, 9]), chance);
  const opening = `${fill(body, product)}\n\n${customer.name}`;
  const messages = writeMessages(voice, opening, customer, staff, times, chance);
  const last = messages.at(-1)!;
  const status = pickStatus(age, last, chance);
  const answered = messages.find(({ agent }) => agent !== null)?.agent;
  const assignee = chance.happens(0.65) ? (answered ?? chance.one(staff)) : null;
  const isNoted = chance.happens(0.2);
  const at = last.at + Math.floor(age / 2);
  return {
    title: capital(fill(title, product)),
    inbox,
    customer,
    status,
    assignee,
    isArchived: status === 'closed' && chance.happens(0.4),
    tags: pickTags(topic, chance),
    messages,
    notes: isNoted ? [{ agent: chance.one(staff), text: chance.one(sampleNotes), at }] : [],
    review:
      status === 'closed' && chance.happens(0.3)
        ? { rating: chance.one([5, 5, 4, 4, 3, 2, 1]), comment: chance.one(sampleComments), at }
        : null,
  };
}

/**
 * Plans the conversations of a small web shop, the one with the oldest last message first: the last messages are
 * minutes to months before `now` (milliseconds). The same for the same `seed`.
 */
export function planSample(conversations: number, seed: number, now: number): PlannedConversation[] {
  const chance = new Chance(seed);
  const ages = Array.from({ length: conversations }, (_, index) => {
    const share = (index + chance.next()) / conversations;
    return Math.floor(3 * MINUTE_MS + LONGEST_MS * share ** 2.2);
  });
  return ages
    .map(age => (chance.happens(0.04) ? planSpam(now - age, chance) : planOne(now, age, chance)))
    .sort((a, b) => a.messages.at(-1)!.at - b.messages.at(-1)!.at);
}
