import * as v from 'valibot';
import { type InboxSave, target } from '../../contract/inbox-body.ts';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { resourceNow, writeResource } from '../../state/administration/administer.ts';
import { asEmails, writtenAddresses } from '../../state/administration/resources.ts';
import type { Desk } from '../../state/desk.ts';
import { loadTeams, rereadInboxes } from '../../state/sync/places.ts';
import type { Inbox, World } from '../../state/world.ts';
import { addressKey } from '../../text/address-form.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Target, targetExample, targetFaults } from '../../text/target.ts';
import { panePlaces, placeIndex } from '../go/places.ts';
import { whyNoChange } from './administering.ts';
import { type FormValues, fieldsOf } from './fields.ts';
import { type FormAction, formAction, openForm } from './form.ts';

/** The inbox at the inbox pane's cursor; undefined on a view. */
export function inboxAtCursor(world: World): Inbox | undefined {
  const places = panePlaces(world);
  const place = places[placeIndex(places, world.inboxCursor)];
  return world.base.inboxes.find(({ id }) => place?.kind === 'inbox' && String(id) === place.key);
}

/** Why there is no inbox to act on. */
export function whyNoInbox(world: World): SafeText | undefined {
  return inboxAtCursor(world)
    ? undefined
    : t`No inbox is at the cursor · ${world.keyNames['inbox.administer']} has all`;
}

/** Opens the form of an inbox, or of a new one. */
export function openInbox(desk: Desk, inbox: Inbox | null, at?: InboxField): void {
  openForm(desk, inboxEdit, inbox?.id ?? null, inbox ? valuesOf(inbox) : {}, at);
  if (desk.world().base.teams === null) void loadTeams(desk);
}

function valuesOf(inbox: Inbox): FormValues {
  return { ...inbox, emails: writtenAddresses(inbox) };
}

/** Opens the form of the inbox at the cursor with the keys at one of its fields. */
function fieldAction<Id extends string>(at: InboxField, action: Omit<Action<Id>, 'run'>): Action<Id> {
  return {
    ...action,
    unavailable: whyNoInbox,
    run: desk => openInbox(desk, inboxAtCursor(desk.world()) ?? null, at),
  };
}

export const inboxAddressesAction = fieldAction('emails', {
  id: 'inbox.addresses',
  title: t`Addresses of the inbox…`,
  help: t`Changes the addresses whose mail comes to the inbox`,
  words: ['email', 'mail', 'primary'],
});

export const inboxTeams = fieldAction('team_ids', {
  id: 'inbox.teams',
  title: t`Teams of the inbox…`,
  help: t`Chooses the teams that see the inbox`,
  words: ['access', 'permission'],
});

export const inboxAgents = fieldAction('agent_ids', {
  id: 'inbox.agents',
  title: t`Agents of the inbox…`,
  help: t`Chooses the agents who see the inbox`,
  words: ['access', 'permission', 'member'],
});

/** A field of the form of an inbox. */
export type InboxField = Exclude<keyof typeof InboxSave.entries, 'id'>;

const Addresses = v.pipe(
  v.array(contract.inbox.addEmail.body.entries.email),
  v.check(all => new Set(all.map(addressKey)).size === all.length, 'must have each address once'),
);
const FIELDS = fieldsOf('inbox', false).map(field =>
  field.name === 'emails'
    ? { ...field, schema: v.optional(Addresses), meaning: t`One a line, the primary one first.` }
    : field,
);

export const inboxEdit: FormAction<'inbox.edit'> = formAction(
  'inbox',
  {
    id: 'inbox.edit',
    title: t`Edit the inbox…`,
    help: t`Changes the inbox at the inbox pane's cursor`,
    words: ['settings', 'slug', 'autoresponse', 'rename'],
    unavailable: whyNoInbox,
    run: desk => openInbox(desk, inboxAtCursor(desk.world()) ?? null),
  },
  {
    fields: () => FIELDS,
    faultsIn: values => targetFaults(values as Target),
    outcome: (name, values, now) => (name in target ? targetExample(values as Target, now) : undefined),
    save: (desk, id, { emails, ...values }, key) => {
      const body = { ...values, ...(emails === undefined ? {} : { emails: asEmails(emails as string[]) }) };
      return writeResource(desk, 'inbox', id, body, { key });
    },
    now: async (desk, id) => {
      const reply = await resourceNow(desk, 'inbox', id);
      return 'value' in reply ? { value: valuesOf(reply.value) } : reply;
    },
    reread: rereadInboxes,
  },
);

export const inboxNew: Action<'inbox.new'> = {
  id: 'inbox.new',
  title: t`New inbox…`,
  help: t`Makes an inbox with all its settings`,
  words: ['create', 'mailbox'],
  writes: true,
  unavailable: whyNoChange,
  run: desk => openInbox(desk, null),
};
