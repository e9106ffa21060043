import { updateRows } from '../../database/rows.ts';
import { nameKey } from '../text-key.ts';
import type { Work } from '../work.ts';

/** Puts a new name in place of a former one in these fields of all rules. */
export async function renameInRules({ db }: Work, fields: readonly string[], from: string, to: string): Promise<void> {
  const renamed = (name: unknown) => (typeof name === 'string' && nameKey(name.trim()) === nameKey(from) ? to : name);
  for (const { id, definition } of await db.selectFrom('rule').select(['id', 'definition']).execute()) {
    const after = JSON.stringify(
      JSON.parse(definition, (field, value) => {
        if (!fields.includes(field)) return value;
        return Array.isArray(value) ? value.map(renamed) : renamed(value);
      }),
    );
    if (after !== definition) await updateRows(db, 'rule', { id }, { definition: after });
  }
}
