import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

/** An address with its domain in A-labels; the same as `text/address-form.ts`, which may change. */
function kept(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at).normalize('NFC') + (domainToASCII(email.slice(at)) || email.slice(at));
}

/** The texts of a column that have an address beyond ASCII, each once. */
async function beyondAscii(db: Kysely<never>, table: string, column: string): Promise<string[]> {
  const [from, text] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ text: string }>`select distinct ${text} as text from ${from}
    where octet_length(${text}) <> length(${text})`.execute(db);
  return rows.map(row => row.text).filter(one => one.replace(/\S+@\S+/g, kept) !== one);
}

/** Changes the addresses of a column. A row whose `within` has the new one already is deleted. */
async function changeColumn(db: Kysely<never>, table: string, column: string, within?: string): Promise<void> {
  const [from, text] = [sql.table(table), sql.ref(column)];
  for (const former of await beyondAscii(db, table, column)) {
    const now = former.replace(/\S+@\S+/g, kept);
    if (within !== undefined)
      await sql`delete from ${from} where ${text} = ${former} and ${sql.ref(within)} in
        (select ${sql.ref(within)} from ${from} where ${text} = ${now})`.execute(db);
    await sql`update ${from} set ${text} = ${now} where ${text} = ${former}`.execute(db);
  }
}

/** The tables that refer to a contact, besides the conversations that it is on. */
const OF_CONTACT = [
  ['conversation', 'requester_id'],
  ['message', 'contact_id'],
  ['review', 'contact_id'],
  ['rating_request', 'contact_id'],
] as const;

async function unite(db: Kysely<never>, id: number, other: number): Promise<void> {
  for (const [table, column] of OF_CONTACT)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${other} where ${sql.ref(column)} = ${id}`.execute(
      db,
    );
  await sql`delete from conversation_contact where contact_id = ${id} and conversation_id in
    (select conversation_id from conversation_contact where contact_id = ${other})`.execute(db);
  await sql`update conversation_contact set contact_id = ${other} where contact_id = ${id}`.execute(db);
  await sql`delete from contact where id = ${id}`.execute(db);
}

/** Changes the address of people or inboxes. If its other form is there too, contacts become one, and others stay. */
async function changeOwners(db: Kysely<never>, table: 'contact' | 'agent' | 'inbox_email'): Promise<void> {
  const from = sql.table(table);
  for (const key of await beyondAscii(db, table, 'email_key')) {
    const { rows } = await sql<{ id: number; email: string }>`select id, email from ${from}
      where email_key in (${key}, ${kept(key)}) order by email_key = ${key}`.execute(db);
    const [first, second] = rows;
    if (second === undefined)
      await sql`update ${from} set email = ${kept(first!.email)}, email_key = ${kept(key)} where id = ${first!.id}`.execute(
        db,
      );
    else if (table === 'contact') await unite(db, second.id, first!.id);
  }
}

/** Addresses are kept with their domain in A-labels: both forms of one were two people. */
export async function change(db: Kysely<never>): Promise<void> {
  for (const table of ['contact', 'agent', 'inbox_email'] as const) await changeOwners(db, table);
  await changeColumn(db, 'conversation_participant', 'email_key', 'conversation_id');
  for (const column of ['base_key', 'email']) await changeColumn(db, 'conversation_participant', column);
  await changeColumn(db, 'spam_mark', 'email_key', 'conversation_id');
  await changeColumn(db, 'automatic_reply', 'email_key');
  await changeColumn(db, 'message', 'from_address');
  await changeColumn(db, 'erasure', 'email');
  await changeColumn(db, 'mail_reference', 'message_key', 'mail_id');
}
