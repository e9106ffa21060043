import type { CachedPlaces, CacheUpdate } from '../../state/kept/cache.ts';
import type { Conversation, Thread } from '../../state/world.ts';
import type { PrepareSql } from '../kept/sqlite-file.ts';
import { type ListForm, listKey, textOfConversation, textOfThread } from './forms.ts';

/** One thing to write. */
export type Item =
  | { readonly kind: 'conversation'; readonly of: number; readonly value: Conversation }
  | { readonly kind: 'thread'; readonly of: number; readonly value: Thread }
  | { readonly kind: 'list'; readonly of: string; readonly value: ListForm }
  | { readonly kind: 'place'; readonly of: keyof CachedPlaces; readonly value: unknown }
  /** It was opened from the cache. */
  | { readonly kind: 'use'; readonly of: number; readonly value: null }
  | { readonly kind: 'forget'; readonly of: number; readonly value: null }
  | { readonly kind: 'forgetInbox'; readonly of: number; readonly value: null }
  | { readonly kind: 'forgetLists'; readonly of: 'all'; readonly value: null };

type Kind = Item['kind'];

/** The name of an item among those that wait. */
export function itemKey({ kind, of }: Pick<Item, 'kind' | 'of'>): string {
  return `${kind}:${of}`;
}

/** The items of an answer. */
export function itemsOf({ conversations = [], threads = [], list, places = {} }: CacheUpdate): readonly Item[] {
  const items: Item[] = [
    ...conversations.map(value => ({ kind: 'conversation' as const, of: value.id, value })),
    ...threads.map(([of, value]) => ({ kind: 'thread' as const, of, value })),
    ...Object.entries(places).map(([of, value]) => ({ kind: 'place' as const, of: of as keyof CachedPlaces, value })),
  ];
  if (list) {
    const { query, ...value } = list;
    items.push({ kind: 'list', of: listKey(query), value });
  }
  return items;
}

/** Rows of a transaction that forgets a whole inbox. */
const FORGOTTEN_AT_ONCE = 50;

type Writers = { readonly [K in Kind]: (sql: PrepareSql, item: Extract<Item, { kind: K }>, day: number) => boolean };

/** Only changes are written: a page that was read again costs the disk nothing. */
const WRITERS: Writers = {
  conversation: (sql, { of, value }, day) => {
    const text = `insert into conversation (id, value, at, inbox_id, used_day) values (?1, ?2, ?3, ?4, ?5)
      on conflict do update set value = ?2, at = ?3, inbox_id = ?4, used_day = ?5 where value <> ?2 or used_day < ?5`;
    sql(text).run(of, textOfConversation(value), value.last_message_at ?? 0, value.inbox_id, day);
    return false;
  },
  thread: (sql, { of, value }) => {
    const kept = textOfThread(value);
    // One whose conversation was forgotten meanwhile is forgotten, too.
    const text = `insert into thread select ?1, ?2 where exists (select 1 from conversation where id = ?1)
      on conflict do update set value = ?2 where value <> ?2`;
    if (kept === undefined) sql('delete from thread where id = ?').run(of);
    else sql(text).run(of, kept);
    return false;
  },
  list: (sql, { of, value }, day) => {
    const text = `insert into list values (?1, ?2, ?3)
      on conflict do update set value = ?2, used_day = ?3 where value <> ?2 or used_day < ?3`;
    sql(text).run(of, JSON.stringify(value), day);
    return false;
  },
  place: (sql, { of, value }) => {
    const text = 'insert into place values (?1, ?2) on conflict do update set value = ?2 where value <> ?2';
    sql(text).run(of, JSON.stringify(value ?? null));
    return false;
  },
  use: (sql, { of }, day) => {
    sql('update conversation set used_day = ?2 where id = ?1 and used_day < ?2').run(of, day);
    return false;
  },
  forget: (sql, { of }) => {
    deleteConversations(sql, [of]);
    return false;
  },
  forgetLists: sql => {
    sql('delete from list').run();
    return false;
  },
  forgetInbox: (sql, { of }) => {
    const ids = sql('select id from conversation where inbox_id = ? limit ?').all(of, FORGOTTEN_AT_ONCE);
    deleteConversations(
      sql,
      ids.map(({ id }) => Number(id)),
    );
    return ids.length === FORGOTTEN_AT_ONCE;
  },
};

/** Writes one of them, in a transaction; returns whether it must be called again. */
export function writeItem(sql: PrepareSql, item: Item, day: number): boolean {
  return (WRITERS[item.kind] as (sql: PrepareSql, item: Item, day: number) => boolean)(sql, item, day);
}

/** Removes conversations with all that was read of them. */
export function deleteConversations(sql: PrepareSql, ids: readonly number[]): void {
  for (const id of ids) {
    sql('delete from conversation where id = ?').run(id);
    sql('delete from thread where id = ?').run(id);
  }
}
