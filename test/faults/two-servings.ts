import type { Run } from './fault.ts';
import { hire } from './people.ts';
import { type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** Two services on one database, and agents with all rights there. */
export interface TwoServings {
  readonly database: TestDatabase;
  readonly servings: readonly [Serving, Serving];
  readonly people: readonly { id: number; token: string }[];
}

/** Runs `work` on two services, and ends them whatever happens. `checked` runs after they ended. */
export async function withTwoServings(
  run: Run,
  agents: number,
  work: (two: TwoServings) => Promise<string>,
  checked: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  const database = await openTestDatabase(run);
  const servings: Serving[] = [];
  try {
    const people = await hire(database, agents);
    servings.push(...(await Promise.all([startServing(database), startServing(database)])));
    const result = await work({ database, servings: [servings[0]!, servings[1]!], people }).catch(error => {
      throw new Error(`${error.message}\n${servings.map(serving => serving.state()).join('\n')}`, { cause: error });
    });
    await Promise.all(servings.map(serving => serving.stop()));
    await checked(database);
    return result;
  } finally {
    await Promise.all(servings.map(serving => serving.kill()));
    await database.close();
  }
}
