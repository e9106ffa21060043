import { StatementSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';

/** A statement that SQLite has run: its text with its values, and how many rows it returned. */
export interface Ran {
  readonly query: string;
  readonly rows: number;
}

/** Tells of each statement of this process from now on, until the returned function is called or the test ends. */
export function watchStatements(tell: (ran: Ran) => void): () => void {
  const spies = (['all', 'run'] as const).map(name => {
    const own = StatementSync.prototype[name];
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      const found: unknown = Reflect.apply(own, this, values);
      tell({ query: this.expandedSQL, rows: Array.isArray(found) ? found.length : 0 });
      return found as never;
    });
  });
  const end = (): void => spies.forEach(spy => void spy.mockRestore());
  onTestFinished(end);
  return end;
}

/** The statements that `work` runs, and how many rows they return; without the bounds of transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<{ queries: string[]; rows: number }> {
  const ran: Ran[] = [];
  const end = watchStatements(one => ran.push(one));
  await work();
  end();
  const own = ran.filter(({ query }) => !/^(?:begin|commit|rollback)/.test(query));
  return { queries: own.map(({ query }) => query), rows: own.reduce((sum, { rows }) => sum + rows, 0) };
}
