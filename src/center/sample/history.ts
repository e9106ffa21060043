import type { HistoryEvent } from '../../contract/history.ts';
import type { NewRow } from '../database/tables.ts';
import { OPEN_STATUS_ID } from '../model/inbox/number.ts';
import type { PlannedConversation } from './plan.ts';
import type { Shop } from './set-up-shop.ts';

/** A planned conversation and its ids. */
export interface WrittenConversation {
  readonly planned: PlannedConversation;
  readonly id: number;
  readonly contactId: number;
  readonly messageIds: readonly number[];
  readonly noteIds: readonly number[];
}

type Step = readonly [
  at: number,
  event: HistoryEvent,
  agent: number | null,
  changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>,
];

const MINUTE_MS = 60_000;

function made(to: unknown) {
  return { from: null, to };
}

function beginning({ planned, contactId }: WrittenConversation, shop: Shop): Step[] {
  const { messages, title, inbox, assignee, tags } = planned;
  const at = messages[0]!.at;
  const created = {
    title: made(title),
    conversation_status_id: made(OPEN_STATUS_ID),
    inbox_id: made(shop.inboxes.get(inbox)!),
    contacts: made([contactId]),
  };
  const steps: Step[] = [[at, 'conversation.created', null, created]];
  if (assignee !== null)
    steps.push([at + MINUTE_MS, 'assignee.updated', assignee, { assign_to: made(shop.agents[assignee]!) }]);
  for (const tag of tags) steps.push([at + MINUTE_MS, 'tag.added', assignee ?? 0, { tag: made(tag) }]);
  return steps;
}

function ending({ planned: { messages, assignee, status, isArchived } }: WrittenConversation, shop: Shop): Step[] {
  const { at, agent } = messages.at(-1)!;
  const who = agent ?? assignee ?? 0;
  const closed = { conversation_status_id: { from: OPEN_STATUS_ID, to: shop.statuses.get(status)! } };
  const steps: Step[] = [];
  if (status !== 'open') steps.push([at + MINUTE_MS, 'status.updated', who, closed]);
  if (isArchived)
    steps.push([at + 2 * MINUTE_MS, 'conversation.archived', who, { archived: { from: false, to: true } }]);
  return steps;
}

/** The history of a sample conversation, in order of time. */
export function sampleHistory(written: WrittenConversation, shop: Shop): NewRow<'history'>[] {
  const { planned, messageIds, noteIds, id } = written;
  const messages = planned.messages.map(
    ({ at, agent }, index): Step => [at, 'message.added', agent, { message_id: made(messageIds[index]) }],
  );
  const notes = planned.notes.map(
    ({ at, agent }, index): Step => [at, 'note.added', agent, { note_id: made(noteIds[index]) }],
  );
  return [...beginning(written, shop), ...messages, ...notes, ...ending(written, shop)]
    .sort(([one], [other]) => one - other)
    .map(([at, event, agent, changes]) => ({
      conversation_id: id,
      event,
      agent_id: agent === null ? null : shop.agents[agent]!,
      changes: JSON.stringify(changes),
      created_at: at,
    }));
}
