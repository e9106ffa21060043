import { type Run, servicesOf } from './fault.ts';
import { hire } from './people.ts';
import { type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** Services on one database, and agents with all rights there. */
export interface Servings {
  readonly database: TestDatabase;
  readonly servings: readonly Serving[];
  readonly people: readonly { id: number; token: string }[];
}

interface Staff {
  readonly agents: number;
  readonly services?: number;
  /** By default a new one on the run's server; closed at the end. */
  readonly database?: TestDatabase;
  /** Starts the service with this number; by default without mail. */
  readonly start?: (database: TestDatabase, at: number) => Promise<Serving>;
}

/** Runs `work` on some services, and ends them whatever happens. `checked` runs after they ended. */
export async function withServings(
  run: Run,
  { agents, services = servicesOf(run), database: given, start = database => startServing(database) }: Staff,
  work: (on: Servings) => Promise<string>,
  checked: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  const database = given ?? (await openTestDatabase(run));
  const servings: Serving[] = [];
  try {
    const people = await hire(database, agents);
    servings.push(...(await Promise.all(Array.from({ length: services }, (_, at) => start(database, at)))));
    const result = await work({ database, servings, people }).catch(error => {
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
