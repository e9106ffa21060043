import { type SafeText, t } from '../../text/safe.ts';
import { agentName } from '../names.ts';
import { createPersonName, type Person } from '../person-name.ts';
import { conversationOf } from '../visible.ts';
import type { Thread, World } from '../world.ts';

/** What one entry of a history says: who, and what they did to the conversation (`it`). */
export interface Said {
  readonly who: SafeText;
  readonly did: SafeText;
}

/** The people in the history of a conversation, as far as they are loaded. */
export interface HistoryPeople {
  /** A contact by id. */
  contact(id: unknown): SafeText;
  /** Who wrote a message. */
  message(id: unknown): Said;
  /** Who rated, and how; `told` is what the history says of a review that is not loaded. */
  review(id: unknown, told?: { readonly contact: unknown; readonly rating: unknown }): Said;
}

/** An agent's name, or `agent #12` if it is not known. */
export function agentWords(world: World, id: number): SafeText {
  const name = agentName(world, id);
  return name === t`#${id}` ? t`agent ${name}` : name;
}

/** The people in the history of a conversation, from its loaded messages and reviews. */
export function historyPeople(thread: Thread, world: World): HistoryPeople {
  const nameOf = createPersonName(world);
  const messages = new Map(thread.messages.map(message => [message.id, message]));
  const reviews = new Map(thread.reviews.map(review => [review.id, review]));
  const contacts = new Map<unknown, Person>();
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
