import type { HistoryEvent } from '../../contract/history.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { laterWords } from '../conversation/later.ts';
import { conversationOf } from '../visible.ts';
import { agentName, inboxName, statusesOf, statusName } from '../words/names.ts';
import { type CustomerName, createPersonName } from '../words/person-name.ts';
import type { HistoryEntry, Thread, World } from '../world.ts';

/** The sentence of one entry of a history: its author, and the act on the conversation (`it`). */
export interface HistorySentence {
  readonly who: SafeText;
  readonly did: SafeText;
}

/** Whether neither an agent nor a rule made a change. */
function isNobodys({ agent_id: id, rule }: HistoryEntry): boolean {
  return id === null && !rule;
}

/** The people in the history of a conversation, as far as they are loaded. */
export interface HistoryPeople {
  /** A contact by id. */
  contact(id: unknown): SafeText;
  /** The author of a message. */
  message(id: unknown): HistorySentence;
  /** The customer who rated, and the rating; `told` is the history's part of a review that is not loaded. */
  review(id: unknown, told?: { readonly contact: unknown; readonly rating: unknown }): HistorySentence;
}

/** An agent's name, or `agent #12` if it is not known. */
function agentWords(world: World, id: number): SafeText {
  const name = agentName(world, id);
  return name === t`#${id}` ? t`agent ${name}` : name;
}

/** The people in the history of a conversation, from its loaded messages and reviews. */
export function historyPeople(thread: Thread, world: World): HistoryPeople {
  const nameOf = createPersonName(world);
  const messages = new Map(thread.messages.map(message => [message.id, message]));
  const reviews = new Map(thread.reviews.map(review => [review.id, review]));
  const contacts = new Map<unknown, CustomerName>();
  for (const { author } of thread.messages) if (author.type === 'contact') contacts.set(author.id, author);
  for (const one of thread.people?.contacts ?? []) contacts.set(one.id, one);
  const id = thread.history[0]?.conversation_id ?? thread.reviews[0]?.conversation_id;
  const requester = id === undefined ? null : (conversationOf(world, id)?.requester ?? null);
  if (requester) contacts.set(requester.id, requester);
  const contact: HistoryPeople['contact'] = contactId => {
    const person = contacts.get(contactId);
    if (person) return nameOf(person);
    return typeof contactId === 'number' ? t`contact #${contactId}` : t`a contact`;
  };
  return {
    contact,
    message: messageId => {
      const message = messages.get(messageId as number);
      if (!message) return { who: t`A message`, did: t`came in` };
      const { author, kind } = message;
      if ((author.type ?? kind) === 'system') return { who: t`The help center`, did: t`wrote` };
      return { who: author.type === 'agent' ? author.name || t`An agent` : nameOf(author), did: t`wrote` };
    },
    review: (reviewId, told) => {
      const review = reviews.get(reviewId as number);
      if (!review) {
        const who = typeof told?.contact === 'number' ? capital(contact(told.contact)) : t`The customer`;
        return { who, did: typeof told?.rating === 'number' ? t`rated it ${told.rating} of 5` : t`rated it` };
      }
      return { who: capital(contact(review.contact_id)), did: t`rated it ${review.rating ?? t`?`} of 5` };
    },
  };
}

/** The desk's own words at the beginning of a sentence. */
function capital(words: SafeText): SafeText {
  return words.startsWith('contact #') || words === 'a contact'
    ? (`${words[0]!.toUpperCase()}${words.slice(1)}` as SafeText)
    : words;
}

/** An entry, with the facts that its sentence may need. */
interface Facts {
  readonly entry: HistoryEntry;
  readonly world: World;
  readonly people: HistoryPeople;
  /** The former and the new value of a field. */
  readonly from: (field: string) => unknown;
  readonly to: (field: string) => unknown;
}

/** The act; the agent did it, or another author if it is named. */
type Sentence = (facts: Facts) => SafeText | HistorySentence;

/** The sentence of each event, without its author. */
const SENTENCES: Readonly<Record<HistoryEvent | 'message.sent', Sentence>> = {
  'conversation.created': createdWords,
  'status.updated': statusWords,
  'inbox.updated': facts => t`moved it${inboxWords('from', facts)}${inboxWords('to', facts)}`,
  'assignee.updated': assigneeWords,
  'rating.updated': ({ to }) =>
    to('disable_rating') ? t`turned the rating request off` : t`turned the rating request on`,
  'title.updated': ({ from, to }) => t`renamed it: “${shown(from('title'))}” → “${shown(to('title'))}”`,
  'tag.added': ({ to }) => t`added the tag ${shown(to('tag'))}`,
  'tag.deleted': ({ from }) => t`removed the tag ${shown(from('tag'))}`,
  'contact.added': ({ to, people }) => t`added ${people.contact(to('contact_id'))}`,
  'contact.deleted': ({ from, people }) => t`removed ${people.contact(from('contact_id'))}`,
  'note.added': () => t`wrote a note`,
  'note.updated': () => t`changed a note`,
  'note.deleted': () => t`deleted a note`,
  'message.added': ({ entry, to, people }) => (entry.agent_id === null ? people.message(to('message_id')) : t`wrote`),
  'message.deleted': () => t`deleted a message`,
  'message.sent': () => ({ who: t`The message`, did: t`was sent` }),
  'message.failed': ({ to }) => ({ who: t`The message`, did: t`was not delivered${reasonWords(to('reason'))}` }),
  'review.added': ({ to, people }) =>
    people.review(to('review_id'), { contact: to('contact_id'), rating: to('rating') }),
  'conversation.archived': () => t`archived it`,
  'conversation.restored': ({ entry }) =>
    isNobodys(entry) ? { who: IT, did: t`was taken out of the archive` } : t`took it out of the archive`,
  'conversation.merged': ({ to }) => t`merged ${idWords(to('conversation_ids'))} into it${tagWords(to('tags'))}`,
  'conversation.merged_with': ({ to }) => t`merged it into ${idWords([to('merged_into')])}`,
  'conversation.split': ({ to }) =>
    to('split_from') === null
      ? t`split ${idWords(to('split_into'))} off`
      : t`split it off from ${idWords(to('split_from'))}`,
  'conversation.continued': ({ to }) => ({
    who: IT,
    did:
      to('continues') === null
        ? t`goes on in ${idWords(to('continued_in'))}`
        : t`goes on from ${idWords(to('continues'))}`,
  }),
  'conversation.snoozed': ({ to, world }) => t`put it off: back ${laterWords(snoozedIn(to('snoozed')), world.now)}`,
  'conversation.woken': wokenWords,
  'inbox.deleted': () => t`deleted its inbox`,
};

/** How long it was put off, in the words of an answer. */
function snoozedIn(value: unknown) {
  const { until = null, keep } = (value ?? {}) as { readonly until?: string | null; readonly keep?: unknown };
  const at = until === null ? Number.NaN : Date.parse(`${until}Z`);
  return { until: Number.isNaN(at) ? null : at, keep: keep === true };
}

function wokenWords({ entry, from }: Facts): HistorySentence | SafeText {
  if (!isNobodys(entry)) return t`brought it back`;
  const { until } = snoozedIn(from('snoozed'));
  const isTime = until !== null && until <= (entry.created_at ?? 0);
  return { who: IT, did: isTime ? t`came back, as it was time` : t`came back, as an answer or a bounce came` };
}

const IT = t`It`;
/** The author of a change that no agent made. */
const NO_AGENT = t`An API key`;

/** The sentence of an entry. An unknown event is given in its own words. */
export function historyWords(entry: HistoryEntry, world: World, people: HistoryPeople): HistorySentence {
  const facts: Facts = {
    entry,
    world,
    people,
    from: field => entry.changes[field]?.from ?? null,
    to: field => entry.changes[field]?.to ?? null,
  };
  const known = Object.hasOwn(SENTENCES, entry.event ?? '') ? SENTENCES[entry.event as HistoryEvent] : otherWords;
  const said = known(facts);
  if (typeof said !== 'string') return said;
  if (entry.rule) return { who: t`The rule ${entry.rule}`, did: said };
  return { who: entry.agent_id === null ? NO_AGENT : agentWords(world, entry.agent_id), did: said };
}

function createdWords(facts: Facts): SafeText | HistorySentence {
  const origin = facts.to('origin');
  const inbox = t`${inboxWords('in', facts)}${origin === null ? t`` : t`, imported from ${shown(origin)}`}`;
  return facts.entry.agent_id === null ? { who: IT, did: t`was created${inbox}` } : t`created it${inbox}`;
}

/** ` from Support`; empty if no inbox is named. `from` names the former one, the others the new one. */
function inboxWords(word: 'from' | 'to' | 'in', { from, to, world }: Facts): SafeText {
  const id = word === 'from' ? from('inbox_id') : to('inbox_id');
  if (typeof id !== 'number') return word === 'to' ? t` out of every inbox` : t``;
  return t` ${safeLine(word)} ${inboxName(world, id)}`;
}

function statusWords({ entry, from, to, world }: Facts): SafeText | HistorySentence {
  const statuses = statusesOf(world);
  const kindOf = (id: unknown) => statuses.find(status => status.id === id)?.kind;
  const id = to('conversation_status_id');
  const kind = kindOf(id);
  if (kind === 'closed') return t`closed it`;
  if (kind === 'open' && isNobodys(entry)) return { who: IT, did: t`was reopened` };
  if (kind === 'open' && kindOf(from('conversation_status_id')) === 'closed') return t`reopened it`;
  return t`set the status to ${typeof id === 'number' ? statusName(world, id) : shown(id)}`;
}

function assigneeWords({ entry, from, to, world }: Facts): SafeText {
  const [former, next] = [from('assign_to'), to('assign_to')];
  const was = typeof former === 'number' ? t` from ${agentWords(world, former)}` : t``;
  if (typeof next !== 'number') return t`unassigned it${was}`;
  return next === entry.agent_id ? t`took it${was}` : t`assigned it to ${agentWords(world, next)}`;
}

function idWords(ids: unknown): SafeText {
  const known = (Array.isArray(ids) ? ids : [ids]).filter(id => typeof id === 'number');
  return known.length === 0
    ? t`another conversation`
    : join(
        known.map(id => t`#${id}`),
        t`, `,
      );
}

function tagWords(tags: unknown): SafeText {
  return Array.isArray(tags) && tags.length > 0 ? t`, with the tags ${shown(tags)}` : t``;
}

function reasonWords(reason: unknown): SafeText {
  return typeof reason === 'string' && reason !== '' ? t`: ${safeLine(reason)}` : t``;
}

/** `ticket snoozed (until: – → Monday)`: an event of another help center in its own words. */
function otherWords({ entry, world }: Facts): HistorySentence {
  const changes = Object.entries(entry.changes).map(
    ([field, { from, to }]) => t`${words(field)}: ${shown(from)} → ${shown(to)}`,
  );
  const did = entry.event ? words(entry.event) : t`something changed`;
  const who = entry.agent_id === null ? t`Help center` : agentWords(world, entry.agent_id);
  return { who: t`${who}:`, did: changes.length === 0 ? did : t`${did} (${join(changes, t`, `)})` };
}

/** A name of the service as words: `rating_request.sent` is `rating request sent`. */
function words(name: string): SafeText {
  return safeLine(name.replace(/[._-]+/g, ' ').trim());
}

function shown(value: unknown): SafeText {
  if (value === null || value === undefined || value === '') return t`–`;
  if (Array.isArray(value)) return safeLine(value.map(String).join(', '));
  return safeLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
