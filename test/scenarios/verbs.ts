import type { ActionId } from '../../src/state/world/overlay.ts';
import type { Backstage } from './open-desk.ts';

/** The fields of a conversation in the service's answer that scenarios read. */
export interface Held {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly inbox_id: number;
  readonly assign_to: number | null;
  readonly disable_rating: boolean;
  readonly tags: readonly string[];
  readonly archived: boolean;
  readonly note_count: number;
  readonly merged_into: number | null;
  readonly snoozed?: { readonly until: string | null; readonly keep: boolean };
}

/** One step of an agent: keys pressed by name, text typed, or something awaited on the screen. */
export type Step = { readonly press: string } | { readonly type: string } | { readonly sees: string };

/** An action that changes conversations: how an agent does it, and how the help center shows that it was done. */
export interface Verb {
  readonly action: ActionId;
  readonly sentence: string;
  readonly steps: readonly Step[];
  /** What a conversation must be before; done through the service. */
  readonly prepare?: (backstage: Backstage, id: number) => Promise<unknown>;
  /** The filter under which it is listed; absent: the one that the desk opens on. */
  readonly view?: string;
  readonly isDone: (held: Held) => boolean;
  /** How the notice begins if it is not done. */
  readonly refusal: string;
  /** It follows a conversation to the one that took it in; any other asks. */
  readonly follows?: true;
  /** Acts on one conversation only. */
  readonly isSingle?: true;
}

async function closed(backstage: Backstage, id: number) {
  return backstage.ask('PUT', `/conversations/${id}`, { conversation_status_id: await statusId(backstage, 'closed') });
}

async function statusId(backstage: Backstage, name: string) {
  return (await backstage.ask<{ id: number; name: string }[]>('GET', '/conversation_statuses')).find(
    status => status.name === name,
  )?.id;
}

async function anaId(backstage: Backstage) {
  return (await backstage.ask<{ id: number; name: string }[]>('GET', '/agents')).find(
    agent => agent.name === 'Ana Ortiz',
  )?.id;
}

/** What every scenario's help center has beside its conversations. */
export async function furnish(backstage: Backstage): Promise<void> {
  await backstage.ask('POST', '/agents', {
    name: 'Ana Ortiz',
    email: 'ana@shop.example',
    role: 'admin',
    password: 'long enough to keep',
  });
  await backstage.ask('POST', '/inboxes', { name: 'Returns' });
  await backstage.ask('POST', '/conversation_statuses', { name: 'awaiting reply' });
}

export const verbs: readonly Verb[] = [
  {
    action: 'conversation.archive',
    sentence: 'e archives',
    steps: [{ press: 'conversation.archive' }],
    isDone: held => held.archived,
    refusal: 'Not archived',
  },
  {
    action: 'conversation.restore',
    sentence: 'E restores',
    steps: [{ press: 'conversation.restore' }],
    prepare: (backstage, id) => backstage.ask('POST', `/conversations/${id}/archive`),
    view: 'is:archived',
    isDone: held => !held.archived,
    refusal: 'Not restored',
  },
  {
    action: 'conversation.snooze',
    sentence: 'H puts off until the time that is typed',
    steps: [{ press: 'conversation.snooze' }, { sees: 'Put off' }, { type: '3 workdays' }, { press: 'enter' }],
    isDone: held => held.snoozed !== undefined,
    refusal: 'Not put off',
  },
  {
    action: 'conversation.assign-me',
    sentence: 'i assigns to the agent at the desk',
    steps: [{ press: 'conversation.assign-me' }],
    isDone: held => held.assign_to !== null,
    refusal: 'Not assigned',
  },
  {
    action: 'conversation.assign',
    sentence: 'a assigns to the agent that is chosen',
    steps: [{ press: 'conversation.assign' }, { sees: 'Enter assign' }, { type: 'Ana' }, { press: 'enter' }],
    isDone: held => held.assign_to !== null,
    refusal: 'Not assigned',
  },
  {
    action: 'conversation.unassign',
    sentence: 'A unassigns',
    steps: [{ press: 'conversation.unassign' }],
    prepare: async (backstage, id) =>
      backstage.ask('POST', `/conversations/${id}/agents`, { agent_id: await anaId(backstage) }),
    isDone: held => held.assign_to === null,
    refusal: 'Not assigned',
  },
  {
    action: 'conversation.status',
    sentence: 's sets the status that is chosen by its number',
    steps: [{ press: 'conversation.status' }, { sees: 'awaiting reply' }, { press: '3' }],
    isDone: held => held.status === 'awaiting reply',
    refusal: 'Status not set',
  },
  {
    action: 'conversation.close',
    sentence: 'c closes',
    steps: [{ press: 'conversation.close' }],
    isDone: held => held.status === 'closed',
    refusal: 'Status not set',
  },
  {
    action: 'conversation.reopen',
    sentence: 'C opens again',
    steps: [{ press: 'conversation.reopen' }],
    prepare: closed,
    view: 'status:closed',
    isDone: held => held.status === 'open',
    refusal: 'Status not set',
  },
  {
    action: 'conversation.tag',
    sentence: 't adds the tag that is typed',
    steps: [
      { press: 'conversation.tag' },
      { sees: 'Enter on or off' },
      { type: 'vip' },
      { sees: 'new tag' },
      { press: 'enter' },
      { press: 'esc' },
    ],
    isDone: held => held.tags.includes('vip'),
    refusal: 'Not tagged',
    follows: true,
  },
  {
    action: 'conversation.untag',
    sentence: 'T takes off the tag that is chosen',
    steps: [{ press: 'conversation.untag' }, { sees: 'late' }, { press: 'enter' }],
    prepare: (backstage, id) => backstage.ask('POST', `/conversations/${id}/tags`, { name: 'late' }),
    isDone: held => !held.tags.includes('late'),
    refusal: 'Not untagged',
    follows: true,
  },
  {
    action: 'conversation.move',
    sentence: 'v moves to the inbox that is chosen',
    steps: [{ press: 'conversation.move' }, { sees: 'Enter move' }, { type: 'Ret' }, { press: 'enter' }],
    isDone: held => held.inbox_id > 2,
    refusal: 'Not moved',
  },
  {
    action: 'conversation.rating',
    sentence: '% turns the rating request off',
    steps: [{ press: 'conversation.rating' }],
    isDone: held => held.disable_rating,
    refusal: 'Rating request not changed',
  },
  {
    action: 'conversation.title',
    sentence: '= edits the title',
    steps: [
      { press: 'conversation.title' },
      { sees: 'Esc' },
      { press: 'ctrl-u' },
      { type: 'A better title' },
      { press: 'enter' },
    ],
    isDone: held => held.title === 'A better title',
    refusal: 'Title not changed',
    isSingle: true,
  },
  {
    action: 'note.write',
    sentence: 'n writes a note',
    steps: [{ press: 'note.write' }, { sees: 'NOTE · agents only' }, { type: 'Called her back.' }, { press: 'ctrl-d' }],
    isDone: held => held.note_count === 1,
    refusal: 'Note not added',
    follows: true,
  },
];
