import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { conflict } from '../problem.ts';
import { contactByEmail, insertContact, listContacts } from '../storage/contact.ts';
import type { Row } from '../storage/tables.ts';

const answer = ({ id, name, email }: Row<'contact'>) => ({ id, name, email });

export const contact: Handlers['contact'] = {
  list: async call => {
    const page = openPage(call, 'id.asc');
    const found = await listContacts(call.db, call.caller, page, call.query.q);
    const { rows, nextCursor } = page.close(found, row => [page.field === 'name' ? row.name : row.id, row.id]);
    return { data: rows.map(answer), nextCursor };
  },
  create: async call => {
    const { name, email } = call.body;
    const taken = await contactByEmail(call.db, email);
    if (taken)
      throw conflict(`Contact ${taken.id} has this address already.`, [
        { path: 'email', message: `is the address of contact ${taken.id}` },
      ]);
    return { data: answer(await insertContact(call.db, { name, email }, call.now)) };
  },
};
