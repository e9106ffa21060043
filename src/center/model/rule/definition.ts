import type { AnswerInput, BodyOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { deleteRows, insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Row } from '../../database/tables.ts';
import { endFault, faultsOf } from '../jobs/fault.ts';
import type { Page } from '../listing/paging.ts';
import { listRows } from '../listing/rows.ts';
import { conflict, notFound } from '../problem.ts';
import { nameKey } from '../text-key.ts';
import type { Work } from '../work.ts';
import { type Definition, ruleFaults } from './faults.ts';

type RuleRow = Row<'rule'>;
type Answer = AnswerInput<Contract['rule']['update']>;

/** The rule that a row of `rule` defines. */
function definitionOf({ definition }: RuleRow): Definition {
  return JSON.parse(definition);
}

/** Rules in the form of the service's answers. */
export async function ruleAnswers(work: Work, rows: readonly RuleRow[]): Promise<Answer[]> {
  const skipped = new Map((await faultsOf(work.db, 'rule')).map(({ item, fault }) => [item, fault]));
  const answers: Answer[] = [];
  for (const row of rows) {
    const definition = definitionOf(row);
    const [gone] = await ruleFaults(work, definition);
    const problem = gone?.[1] ?? skipped.get(row.id) ?? null;
    answers.push({ id: row.id, ...definition, enabled: row.enabled === 1, sort: row.sort, problem });
  }
  return answers;
}

/** A page (or all) of the rules. */
export async function listRules(work: Work, page: Page) {
  const { rows, nextCursor } = await listRows(work.db, 'rule', page);
  return { data: await ruleAnswers(work, rows), nextCursor };
}

/** The rule; 404 if it does not exist. */
export async function requireRule({ db }: Work, id: number): Promise<RuleRow> {
  const row = await rowWith(db, 'rule', { id });
  if (!row) throw notFound('rule');
  return row;
}

async function lastPlace({ db }: Work): Promise<number> {
  const { last } = await db
    .selectFrom('rule')
    .select(({ fn }) => fn.max('sort').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? -1);
}

/** Makes a rule, or changes one, in which absent fields stay as they are. 409 if another one has the name. */
export async function putRule(
  work: Work,
  given: BodyOf<Contract['rule']['update']>,
  before?: RuleRow,
): Promise<RuleRow> {
  const { db } = work;
  const { enabled = before?.enabled !== 0, sort = before?.sort ?? (await lastPlace(work)) + 1, ...defined } = given;
  const definition: Definition = { name: '', when: {}, do: {}, ...(before && definitionOf(before)), ...defined };
  const name_key = nameKey(definition.name);
  const row = { name_key, definition: JSON.stringify(definition), enabled: enabled ? 1 : 0, sort } as const;
  const taken = await rowWith(db, 'rule', { name_key });
  if (taken && taken.id !== before?.id)
    throw conflict('A rule has this name already.', [{ path: 'name', message: 'is taken' }]);
  if (!before) return insertRow(db, 'rule', row);
  await endFault(db, 'rule', before.id);
  return (await updateRows(db, 'rule', { id: before.id }, row))[0]!;
}

/** Deletes a rule. */
export async function removeRule({ db }: Work, { id }: RuleRow): Promise<void> {
  await endFault(db, 'rule', id);
  await deleteRows(db, 'rule', { id });
}
