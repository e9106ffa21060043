import type { Db, Row } from '../database/tables.ts';
import { openPage } from '../model/listing/paging.ts';
import {
  changeContact,
  contactByEmail,
  insertContact,
  isSameAddress,
  listContacts,
  requireContact,
} from '../model/people/contact.ts';
import { conflict } from '../model/problem.ts';
import type { Handlers } from './call.ts';

function answer({ id, name, email }: Row<'contact'>) {
  return { id, name, email };
}

async function requireFree(db: Db, email: string): Promise<void> {
  const taken = await contactByEmail(db, email);
  if (taken)
    throw conflict(`Contact ${taken.id} has this address already.`, [
      { path: 'email', message: `is the address of contact ${taken.id}` },
    ]);
}

export const contact: Handlers['contact'] = {
  list: async call => {
    const page = openPage(call, 'id.asc');
    const found = await listContacts(call, call.caller, page, call.query.q);
    const { rows, nextCursor } = page.close(found, row => [page.field === 'name' ? row.name : row.id, row.id]);
    return { data: rows.map(answer), nextCursor };
  },
  create: async call => {
    const { name, email } = call.body;
    await requireFree(call.db, email);
    return { data: answer(await insertContact(call.db, { name, email }, call.now)) };
  },
  get: async call => ({ data: answer(await requireContact(call.db, call.caller, call.params.contact_id)) }),
  update: async call => {
    const before = await requireContact(call.db, call.caller, call.params.contact_id);
    const { email } = call.body;
    if (email !== undefined && !isSameAddress(email, before.email)) await requireFree(call.db, email);
    return { data: answer(await changeContact(call, before, call.body)) };
  },
};
