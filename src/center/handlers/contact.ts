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
import { contactAnswers, noteContact } from '../model/people/contact-note.ts';
import { conflict } from '../model/problem.ts';
import type { Handlers } from './call.ts';

async function answer(db: Db, row: Row<'contact'>) {
  return { data: (await contactAnswers(db, [row], true))[0]! };
}

async function requireFree(db: Db, email: string): Promise<void> {
  const taken = await contactByEmail(db, email);
  if (taken)
    throw conflict(`Contact ${taken.id} has this address already.`, [
      { path: 'email', message: `is the address of contact ${taken.id}` },
    ]);
}

export const contactHandlers: Handlers['contact'] = {
  list: async call => {
    const page = openPage(call, 'id.asc');
    const found = await listContacts(call, call.caller, page, call.query.q);
    const { rows, nextCursor } = page.close(found, row => [page.field === 'name' ? row.name : row.id, row.id]);
    return { data: await contactAnswers(call.db, rows), nextCursor };
  },
  create: async call => {
    const { name, email } = call.body;
    await requireFree(call.db, email);
    return answer(call.db, await insertContact(call.db, { name, email }, call.now));
  },
  get: async call => answer(call.db, await requireContact(call.db, call.caller, call.params.contact_id)),
  update: async call => {
    const before = await requireContact(call.db, call.caller, call.params.contact_id);
    const { email } = call.body;
    if (email !== undefined && !isSameAddress(email, before.email)) await requireFree(call.db, email);
    const { note, note_version: version } = call.body;
    if (note !== undefined)
      await noteContact(call, before.id, { details: note ?? '', version, agentId: call.caller.agentId });
    return answer(call.db, await changeContact(call, before, call.body));
  },
};
