import type { Db } from '../../database/tables.ts';
import { rewriteAnswers } from '../kept-answer.ts';
import { type Scrub, withoutQuotes } from './scrub.ts';

type Item = Record<string, unknown>;

/** The texts from which a person is removed, and how. */
export interface Removal {
  readonly scrub: Scrub;
  /** The person takes part; otherwise its address is only mentioned. */
  readonly isPart: boolean;
  /** The conversation's new title, if the former one was the person's. */
  readonly title: string | undefined;
}

function itemWithout(given: Item, conversationId: number, { isPart, title }: Removal): Item {
  const { requester_note: note, ...others } = given;
  // It may be about the person.
  const item = isPart || note === undefined ? others : given;
  const ownTitle = title !== undefined && item.id === conversationId && 'title' in item ? { title } : {};
  const text = isPart && typeof item.body_text === 'string' ? { body_text: withoutQuotes(item.body_text) } : {};
  return { ...item, ...ownTitle, ...text };
}

/** Removes a person from the stored answers about a shared conversation. */
export function eraseFromAnswers(db: Db, conversationId: number, removal: Removal): Promise<void> {
  const without = (item: Item) => itemWithout(item, conversationId, removal);
  return rewriteAnswers(db, [conversationId], body => {
    const { data, ...rest } = removal.scrub.json(JSON.parse(body)) as { data?: Item | Item[] };
    const left = Array.isArray(data) ? data.map(without) : data && without(data);
    return JSON.stringify({ data: left, ...rest });
  });
}
