import type { HistoryEvent } from '../../contract/history.ts';
import type { NewRow } from '../database/tables.ts';
import { OPEN_STATUS_ID } from '../model/inbox/number.ts';
import type { PlannedConversation } from './plan.ts';
import type { Shop } from './set-up-shop.ts';

/** A planned conversation and its ids. */
export interface Written {
  readonly planned: PlannedConversation;
  readonly id: number;
  readonly contactId: number;
  readonly messageIds: readonly number[];
  readonly noteIds: readonly number[];
}

interface Step {
  readonly at: number;
  readonly event: HistoryEvent;
  readonly agent: number | null;
  readonly changes: Record<string, { from: unknown; to: unknown }>;
}

const MINUTE_MS = 60_000;
function made(to: unknown) {
  return { from: null, to };
}

function beginning({ planned, contactId }: Written, shop: Shop): Step[] {
  const at = planned.messages[0]!.at;
  const triager = planned.assignee ?? 0;
  const created = {
    title: made(planned.title),
    conversation_status_id: made(OPEN_STATUS_ID),
    inbox_id: made(shop.inboxes.get(planned.inbox)!),
    contacts: made([contactId]),
  };
  const steps: Step[] = [{ at, event: 'conversation.created', agent: null, changes: created }];
  if (planned.assignee !== null) {
    const changes = { assign_to: made(shop.agents[planned.assignee]!) };
    steps.push({ at: at + MINUTE_MS, event: 'assignee.updated', agent: triager, changes });
  }
  for (const tag of planned.tags)
    steps.push({ at: at + MINUTE_MS, event: 'tag.added', agent: triager, changes: { tag: made(tag) } });
  return steps;
}

function ending({ planned }: Written, shop: Shop): Step[] {
  const { at, agent } = planned.messages.at(-1)!;
  const who = agent ?? planned.assignee ?? 0;
  const steps: Step[] = [];
  if (planned.status !== 'open') {
    const changes = { conversation_status_id: { from: OPEN_STATUS_ID, to: shop.statuses.get(planned.status)! } };
    steps.push({ at: at + MINUTE_MS, event: 'status.updated', agent: who, changes });
  }
  if (planned.isArchived) {
    const changes = { archived: { from: false, to: true } };
    steps.push({ at: at + 2 * MINUTE_MS, event: 'conversation.archived', agent: who, changes });
  }
  return steps;
}

/** The history of a sample conversation, in order of time. */
export function sampleHistory(written: Written, shop: Shop): NewRow<'history'>[] {
  const { planned, messageIds, noteIds, id } = written;
  const messages = planned.messages.map(({ at, agent }, index): Step => {
    const changes = { message_id: made(messageIds[index]) };
    return { at, event: 'message.added', agent, changes };
  });
  const notes = planned.notes.map(({ at, agent }, index): Step => {
    const changes = { note_id: made(noteIds[index]) };
    return { at, event: 'note.added', agent, changes };
  });
  return [...beginning(written, shop), ...messages, ...notes, ...ending(written, shop)]
    .sort((a, b) => a.at - b.at)
    .map(({ at, event, agent, changes }) => ({
      conversation_id: id,
      event,
      agent_id: agent === null ? null : shop.agents[agent]!,
      changes: JSON.stringify(changes),
      created_at: at,
    }));
}
