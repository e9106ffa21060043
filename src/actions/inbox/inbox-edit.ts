import * as v from 'valibot';
import type { BodyInput } from '../../contract/endpoint.ts';
import { InboxSave, target } from '../../contract/inbox-body.ts';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, line } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import type { Flow } from '../../keys/script.ts';
import { administer, inboxNow } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import { loadTeams, rereadInboxes } from '../../state/sync/places.ts';
import type { Inbox, World } from '../../state/world.ts';
import { addressKey } from '../../text/address-form.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { type Target, targetExample, targetFaults } from '../../text/target.ts';
import { shownFault } from '../conversation/fault.ts';
import { panePlaces, placeIndex } from '../go/places.ts';
import { mayChange, whyNoChange } from './administering.ts';
import {
  type FieldLabels,
  type FormValues,
  fieldsOf,
  fillIn,
  formName,
  formOf,
  meaningOf,
  openForm,
} from './fields.ts';
import { type FormAction, formAction } from './form.ts';
import { agentsFlow, teamsFlow } from './inbox-members.ts';
import type { Address } from './rebase.ts';

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
export function openInbox(desk: Desk, inbox: Inbox | null): void {
  openForm(desk, inboxEdit, inbox?.id ?? null, inbox ? valuesOf(inbox) : {});
  if (desk.world().base.teams === null) void loadTeams(desk);
}

function valuesOf({ emails, ...inbox }: Inbox): FormValues {
  const addresses = emails.map(({ email, status }): Address => ({ email, status: status ?? undefined, was: email }));
  return { ...inbox, emails: addresses };
}

const { body: BODY } = contract.inbox.addEmail;

/** The address that is edited, by its place; null for a new one. */
interface Edited {
  readonly at: number | null;
}

const addressLine = line<Edited>({
  id: 'inbox.address',
  input: v.object({ at: v.nullable(v.number()) }),
  title: ({ world, data }) => (data.at === null ? t`New address of ${formName(world)}` : t`Address`),
  verb: t`take`,
  start: ({ world, data: { at } }) => (at === null ? '' : (addressesIn(world)[at]?.email ?? '')),
  rule: () => meaningOf(BODY, 'email'),
  check: ({ world, data }, text) => {
    const email = text.trim();
    const isHere = addressesIn(world).some((one, at) => at !== data.at && addressKey(one.email) === addressKey(email));
    return isHere ? t`is an address of this inbox already` : shownFault(BODY.entries.email, email);
  },
  answer: (desk, text, _targets, { at }) => {
    const email = text.trim();
    const before = addressesIn(desk.world());
    const added: Address = { email, status: before.length === 0 ? 'primary' : 'secondary' };
    fillIn(desk, 'emails', at === null ? [...before, added] : before.with(at, { ...before[at]!, email }));
  },
});

/** The addresses of the inbox of the open form. */
export const addressesFlow = choice({
  id: 'inbox.addresses',
  title: ({ world }) => t`Addresses of ${formName(world)}`,
  verb: t`change`,
  keys: [
    { key: 'a', word: t`add`, run: desk => write(desk, null) },
    { key: 's', word: t`primary or secondary`, run: (desk, _view, option) => edit(desk, option, switched) },
    { key: 'D', word: t`delete`, run: (desk, _view, option) => edit(desk, option, without) },
  ],
  options: ({ world }) => addressesIn(world).map(optionOf),
  empty: () => t`No address: mail of customers does not come here. a adds one.`,
  take: (desk, _view, { id }) => write(desk, Number(id)),
});

export const inboxAddresses: Action<'inbox.addresses'> = {
  id: 'inbox.addresses',
  title: t`Addresses of the inbox…`,
  help: t`Changes the addresses whose mail comes to the inbox`,
  words: ['email', 'mail', 'primary'],
  unavailable: whyNoInbox,
  run: desk => {
    openInbox(desk, inboxAtCursor(desk.world()) ?? null);
    begin(desk, addressesFlow);
  },
  flows: [addressesFlow, addressLine],
};

function addressesIn(world: World): readonly Address[] {
  return (formOf(world)?.values.emails ?? []) as readonly Address[];
}

function optionOf({ email, status }: Address, at: number): Option {
  return { id: String(at), label: safeLine(email), detail: safeLine(status ?? '') };
}

function write(desk: Desk, at: number | null): void {
  if (mayChange(desk)) begin(desk, addressLine, { at });
}

type Edit = (addresses: readonly Address[], at: number) => readonly Address[];

function edit(desk: Desk, option: Option | undefined, change: Edit): void {
  if (option && mayChange(desk)) fillIn(desk, 'emails', change(addressesIn(desk.world()), Number(option.id)));
}

/** At most one address is primary. */
function switched(addresses: readonly Address[], at: number): readonly Address[] {
  const isPrimary = addresses[at]?.status === 'primary';
  return addresses.map((one, index) => ({ ...one, status: index === at && !isPrimary ? 'primary' : 'secondary' }));
}

/** Without a primary address, the first one that is left becomes it. */
function without(addresses: readonly Address[], at: number): readonly Address[] {
  const left = addresses.filter((_, index) => index !== at);
  const hasPrimary = left.some(({ status }) => status === 'primary');
  return hasPrimary ? left : left.map((one, index) => (index === 0 ? { ...one, status: 'primary' } : one));
}

export const inboxTeams: Action<'inbox.teams'> = {
  id: 'inbox.teams',
  title: t`Teams of the inbox…`,
  help: t`Chooses the teams that see the inbox`,
  words: ['access', 'permission'],
  unavailable: whyNoInbox,
  run: desk => openMembers(desk, teamsFlow),
  flows: [teamsFlow],
};

export const inboxAgents: Action<'inbox.agents'> = {
  id: 'inbox.agents',
  title: t`Agents of the inbox…`,
  help: t`Chooses the agents who see the inbox`,
  words: ['access', 'permission', 'member'],
  unavailable: whyNoInbox,
  run: desk => openMembers(desk, agentsFlow),
  flows: [agentsFlow],
};

function openMembers(desk: Desk, members: Flow): void {
  openInbox(desk, inboxAtCursor(desk.world()) ?? null);
  begin(desk, members);
}

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
  answer_within: [t`Answer within (working minutes)`, 'number'],
  hours: [t`Working hours`, 'line'],
  zone: [t`Time zone`, 'line'],
  holidays: [t`Holidays`, 'list'],
  emails: [t`Addresses`, 'addresses'],
  team_ids: [t`Teams with access`, 'teams'],
  agent_ids: [t`Agents with access`, 'agents'],
};

const BOXES = { addresses: addressesFlow, teams: teamsFlow, agents: agentsFlow } as const;

export const inboxEdit: FormAction<'inbox.edit'> = formAction(
  {
    id: 'inbox.edit',
    title: t`Edit the inbox…`,
    help: t`Changes the inbox at the inbox pane's cursor`,
    words: ['settings', 'slug', 'autoresponse', 'rename'],
    unavailable: whyNoInbox,
    run: desk => openInbox(desk, inboxAtCursor(desk.world()) ?? null),
  },
  {
    noun: t`inbox`,
    fields: () => fieldsOf(InboxSave, LABELS),
    body: InboxSave,
    faultsIn: values => targetFaults(values as Target),
    outcome: (name, values, now) => (name in target ? targetExample(values as Target, now) : undefined),
    openBox: (desk, { kind }) => begin(desk, BOXES[kind as keyof typeof BOXES]),
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
