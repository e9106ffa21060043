import type { BodyInput } from '../../contract/endpoint.ts';
import { InboxSave, missingTexts } from '../../contract/inbox-body.ts';
import type { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { openPicker } from '../../keys/overlay.ts';
import { administer, inboxNow } from '../../state/administration/administer.ts';
import { rereadInboxes } from '../../state/sync/places.ts';
import { t } from '../../text/safe.ts';
import { whyNoChange } from './administering.ts';
import { type FieldLabels, fieldsOf } from './fields.ts';
import { type FormAction, formAction } from './form.ts';
import { inboxAddresses, inboxAgents, inboxTeams } from './form-boxes.ts';
import { inboxAtCursor, openInbox, valuesOf, whyNoInbox } from './inbox-draft.ts';
import type { Address } from './rebase.ts';

type InboxField = Exclude<keyof typeof InboxSave.entries, 'id'>;

const LABELS: FieldLabels<InboxField> = {
  name: [t`Name`, 'line'],
  description: [t`Description`, 'text'],
  slug: [t`Short name`, 'line'],
  sort: [t`Place in the list (0 is first)`, 'number'],
  send_autoresponse: [t`Reply to mail automatically`, 'flag'],
  autoresponse_text: [t`Automatic reply`, 'text'],
  send_rating_request: [t`Ask for a rating`, 'flag'],
  rating_message: [t`Rating request`, 'text'],
  signature: [t`Signature`, 'text'],
  emails: [t`Addresses`, 'addresses'],
  team_ids: [t`Teams with access`, 'teams'],
  agent_ids: [t`Agents with access`, 'agents'],
};

const BOXES = { addresses: inboxAddresses, teams: inboxTeams, agents: inboxAgents } as const;

export const inboxEdit: FormAction<'inbox.edit'> = formAction({
  id: 'inbox.edit',
  title: t`Edit the inbox…`,
  help: t`Changes the inbox at the inbox pane's cursor`,
  words: ['settings', 'slug', 'autoresponse', 'rename'],
  unavailable: whyNoInbox,
  run: desk => openInbox(desk, inboxAtCursor(desk.world()) ?? null),
  noun: t`inbox`,
  fields: () => fieldsOf(InboxSave, LABELS),
  body: InboxSave,
  faultsIn: missingTexts,
  openBox: (desk, { kind }) => openPicker(desk, BOXES[kind as keyof typeof BOXES]),
  save: (desk, id, values, key) => {
    const emails = (values.emails as readonly Address[] | undefined)?.map(({ was: _, ...address }) => address);
    const body = { ...(id === null ? {} : { id }), ...values, ...(emails ? { emails } : {}) } as BodyInput<
      typeof contract.inbox.save
    >;
    return administer(desk, 'inbox.save', () => desk.client.inbox.save({ body, key }));
  },
  now: async (desk, id) => {
    const reply = await inboxNow(desk, id);
    return 'value' in reply ? { value: valuesOf(reply.value) } : reply;
  },
  reread: rereadInboxes,
});

export const inboxNew: Action<'inbox.new'> = {
  id: 'inbox.new',
  title: t`New inbox…`,
  help: t`Makes an inbox with all its settings`,
  words: ['create', 'mailbox'],
  writes: true,
  unavailable: whyNoChange,
  run: desk => openInbox(desk, null),
};
