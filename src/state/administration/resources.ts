import type { Inbox } from '../../client/model.ts';
import { type SafeText, t } from '../../text/safe.ts';

/**
 * How a field is filled in: `line`, `text` (many lines), `number`, `list` (words apart by commas or lines), `addresses` (the
 * same, one a line), `secret` and `day` (none if empty) by writing, `flag` and `choice` on their row, `members` from a list.
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'list'
  | 'addresses'
  | 'secret'
  | 'day'
  | 'flag'
  | 'choice'
  | 'members';

/** Those whose ids are a field's value. */
export type Members = 'agents' | 'teams' | 'inboxes';

/** A resource that is administered. Its calls, rules and meanings are in the contract’s group of the same name. */
interface Resource {
  readonly noun: SafeText;
  /** The field by which the shell names one, and its words for a name that none has. */
  readonly named?: readonly [field: string, lack: string];
  /** The field by which messages name one; by default its name. */
  readonly called?: string;
  /** The shell changes it as an API key, because a person who sets up a team need not be an agent of it. */
  readonly isOfTeam?: true;
  /** The fields of its form: what they are called, and how they are filled in. */
  readonly fields?: Readonly<Record<string, readonly [label: SafeText, FieldKind, Members?]>>;
}

/** All of them: the forms of the desk and the commands of the shell are made from this table. */
export const resources = {
  inbox: {
    noun: t`inbox`,
    named: ['slug', 'No inbox has the slug'],
    isOfTeam: true,
    fields: {
      name: [t`Name`, 'line'],
      description: [t`Description`, 'text'],
      slug: [t`Short name`, 'line'],
      sort: [t`Place in the list`, 'number'],
      send_autoresponse: [t`Reply to mail automatically`, 'flag'],
      autoresponse_text: [t`Automatic reply`, 'text'],
      send_rating_request: [t`Ask for a rating`, 'flag'],
      rating_message: [t`Rating request`, 'text'],
      signature: [t`Signature`, 'text'],
      quote: [t`Quote below answers`, 'choice'],
      answer_within: [t`Answer within`, 'number'],
      hours: [t`Working hours`, 'line'],
      zone: [t`Time zone`, 'line'],
      holidays: [t`Holidays`, 'list'],
      emails: [t`Addresses`, 'addresses'],
      team_ids: [t`Teams with access`, 'members', 'teams'],
      agent_ids: [t`Agents with access`, 'members', 'agents'],
    },
  },
  agent: {
    noun: t`agent`,
    named: ['email', 'No agent has the address'],
    called: 'email',
    isOfTeam: true,
    fields: {
      name: [t`Name`, 'line'],
      email: [t`Address to sign in with`, 'line'],
      role: [t`Role`, 'choice'],
      password: [t`Password`, 'secret'],
      disabled: [t`Disabled`, 'flag'],
      away_until: [t`Away until`, 'day'],
    },
  },
  team: {
    noun: t`team`,
    isOfTeam: true,
    fields: { name: [t`Name`, 'line'], agent_ids: [t`Agents in it`, 'members', 'agents'] },
  },
  rule: { noun: t`rule`, named: ['name', 'There is no rule'], isOfTeam: true },
  status: { noun: t`status` },
  tag: { noun: t`tag`, named: ['name', 'No conversation has the tag'] },
  contact: { noun: t`contact` },
  savedReply: {
    noun: t`saved reply`,
    fields: {
      name: [t`Name`, 'line'],
      text: [t`Text`, 'text'],
      inbox_ids: [t`For inboxes (none: all)`, 'members', 'inboxes'],
    },
  },
} as const satisfies Readonly<Record<string, Resource>>;

/** The name of a resource of the table, and of its calls in the contract. */
export type ResourceKind = keyof typeof resources;

/** A resource of the table, without the types of its own. */
export function resourceOf(kind: ResourceKind): Resource {
  return resources[kind];
}

/** The addresses of an inbox as they are written, the primary one first. */
export function writtenAddresses({ emails }: Inbox): readonly SafeText[] {
  return emails
    .toSorted((a, b) => Number(b.status === 'primary') - Number(a.status === 'primary'))
    .map(one => one.email);
}

/** The same as they are sent: the first is the primary one. */
export function asEmails(addresses: readonly string[]) {
  return addresses.map((email, at) => ({ email, status: at === 0 ? ('primary' as const) : ('secondary' as const) }));
}
