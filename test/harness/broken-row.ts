import { type RawBuilder, sql } from 'kysely';
import type { Center } from '../../src/center/center.ts';

/** What the database says when a broken row is written. */
export const BROKEN = 'broken on purpose';

/** A write that the database refuses: before `when`, for rows of which `condition` holds. */
export interface Break {
  readonly on: string;
  readonly when: 'insert' | 'update' | 'delete';
  readonly condition: string;
}

/** Makes the database refuse such writes, by a trigger, until the returned function is called. */
export async function breakRows({ context }: Center, { on, when, condition }: Break): Promise<() => Promise<void>> {
  const { store } = context;
  const run = (...statements: readonly RawBuilder<unknown>[]) =>
    store.write(async db => {
      for (const statement of statements) await statement.execute(db);
    });
  const of = `before ${when} on ${on} for each row`;
  if (store.kind === 'sqlite') {
    const refuse = `begin select raise(abort, '${BROKEN}'); end`;
    await run(sql.raw(`create trigger broken ${of} when ${condition} ${refuse}`));
    return () => run(sql.raw('drop trigger if exists broken'));
  }
  const body = `begin if ${condition} then raise exception '${BROKEN}'; end if; return coalesce(new, old); end`;
  await run(
    sql.raw(`create function broken() returns trigger language plpgsql as $$ ${body} $$`),
    sql.raw(`create trigger broken ${of} execute function broken()`),
  );
  return () => run(sql.raw('drop function if exists broken() cascade'));
}
