/** The variables of the environment that hold a secret. What reads a new one adds it here. */
export const SECRET_VARIABLES: readonly string[] = [
  'FRONTDESK_TOKEN',
  'FRONTDESK_API_KEY',
  'PGPASSWORD',
  'PGSSLPASSWORD',
];

/** The values of those secrets: they belong in no report. */
export function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  return SECRET_VARIABLES.flatMap(name => environment[name] ?? []);
}

/** The environment for every program that this one starts: all but its secrets. */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET_VARIABLES.includes(name)));
}
