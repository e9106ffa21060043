import type { Named, NameKind } from '../../center/database/sqlite/names.ts';
import type { Client } from '../../client/client.ts';
import type { CachedPlaces } from '../../state/cache.ts';

/** Where a help center has the names of one kind: in its answers, and in what a desk has kept of them. */
interface Source {
  readonly ask: (client: Client, signal: AbortSignal) => Promise<readonly Named[]>;
  readonly from: (places: CachedPlaces) => readonly Named[];
}

type Places = Pick<CachedPlaces, 'inboxes' | 'tags' | 'agents' | 'statuses'>;

const read: { readonly [Kind in NameKind]: (places: Places) => readonly Named[] } = {
  inbox: ({ inboxes }) => inboxes.map(({ slug, name }) => ({ value: slug, help: name })),
  tag: ({ tags }) => tags.map(({ name }) => ({ value: name, help: '' })),
  agent: ({ agents }) =>
    agents.filter(({ disabled }) => !disabled).map(({ email, name }) => ({ value: email, help: name })),
  status: ({ statuses }) => statuses.map(({ name, kind }) => ({ value: name, help: kind ?? '' })),
};

const none: Places = { inboxes: [], tags: [], agents: [], statuses: [] };

/** The names of each kind at a help center elsewhere. */
export const namesAt: Readonly<Record<NameKind, Source>> = {
  inbox: {
    ask: async (client, signal) => read.inbox({ ...none, inboxes: (await client.inbox.list({ signal })).data }),
    from: read.inbox,
  },
  tag: {
    ask: async (client, signal) => read.tag({ ...none, tags: (await client.tag.list({ signal })).data }),
    from: read.tag,
  },
  agent: {
    ask: async (client, signal) => read.agent({ ...none, agents: (await client.agent.list({ signal })).data }),
    from: read.agent,
  },
  status: {
    ask: async (client, signal) => read.status({ ...none, statuses: (await client.status.list({ signal })).data }),
    from: read.status,
  },
};
