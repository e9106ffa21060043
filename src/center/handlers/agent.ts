import type { agent as endpoints } from '../../contract/agent.ts';
import { passwordFaults, requireGoodPassword } from '../auth/password-fault.ts';
import type { Row } from '../database/tables.ts';
import { allInboxIds } from '../model/inbox/read.ts';
import { openPage } from '../model/listing/paging.ts';
import { listRows } from '../model/listing/rows.ts';
import { changingAccess } from '../model/people/access-change.ts';
import {
  agentAnswer,
  agentByEmail,
  agentById,
  endTokens,
  insertAgent,
  requireOtherAdmin,
  updateAgent,
} from '../model/people/agent.ts';
import { dropUnwantedMail } from '../model/people/subscription-mail.ts';
import { conflict, notFound } from '../model/problem.ts';
import type { Handlers, LooseCall } from './call.ts';

function isAdmin(row: Pick<Row<'agent'>, 'role' | 'disabled'>): boolean {
  return row.role === 'admin' && row.disabled === 0;
}

/**
 * Whether a change of an agent shows where agents are chosen. Another role is announced by the inboxes that come with
 * it.
 */
function isShownOtherwise(before: Row<'agent'>, after: Row<'agent'>): boolean {
  return (['name', 'disabled', 'away_until'] as const).some(field => before[field] !== after[field]);
}

async function newHash({ context, params, body }: LooseCall<typeof endpoints.update>, password: string) {
  const agent = await agentById(context.store.reader, params.agent_id);
  requireGoodPassword(password, [body.name ?? '', agent?.name ?? '', agent?.email ?? '']);
  return context.passwords.hash(password);
}

async function update(call: LooseCall<typeof endpoints.update>) {
  const { name, role, disabled, password, away_until } = call.body;
  const password_hash = password === undefined ? undefined : await newHash(call, password);
  return call.write(async work => {
    const { db, now } = work;
    const id = call.params.agent_id;
    const before = await agentById(db, id);
    if (!before) throw notFound('agent');
    const after = {
      name: name ?? before.name,
      role: role ?? before.role,
      disabled: disabled === undefined ? before.disabled : disabled ? (1 as const) : (0 as const),
      password_hash: password_hash ?? before.password_hash,
      away_until: away_until === undefined ? before.away_until : away_until,
    };
    if (isAdmin(before) && !isAdmin(after)) await requireOtherAdmin(db, id);
    const set = () => updateAgent(db, id, after, now);
    const row = before.role === after.role ? await set() : await changingAccess(work, await allInboxIds(db), set);
    if (isShownOtherwise(before, row)) work.namesChanged();
    if (row.disabled !== 0) await dropUnwantedMail(work);
    else if (password_hash) await endTokens(db, id, call.caller.agentId === id ? call.caller.tokenId : null);
    return { data: agentAnswer(row) };
  });
}

export const agentHandlers: Handlers['agent'] = {
  list: async call => {
    const { rows, nextCursor } = await listRows(call.db, 'agent', openPage(call, 'id.asc', 'whole'));
    return { data: rows.map(agentAnswer), nextCursor };
  },
  create: {
    faults: ({ password, name, email }) => passwordFaults(password, [name, email]),
    loose: async call => {
      const { name, email, role = 'agent', password } = call.body;
      requireGoodPassword(password, [name, email]);
      const passwordHash = await call.context.passwords.hash(password);
      return call.write(async ({ db, now, namesChanged }) => {
        if (await agentByEmail(db, email))
          throw conflict('An agent has this address already.', [{ path: 'email', message: 'is taken' }]);
        namesChanged();
        return { data: agentAnswer(await insertAgent(db, { name, email, role, passwordHash }, now)) };
      });
    },
  },
  update: { faults: ({ password, name }) => passwordFaults(password, [name]), loose: update },
};
