/** The environment variables that hold a secret. Code that reads a new one adds it here. */
export const SECRET_VARIABLES: readonly string[] = [
  'FRONTDESK_TOKEN',
  'FRONTDESK_API_KEY',
  'PGPASSWORD',
  'PGSSLPASSWORD',
];

/** The values of those secrets: they must not appear in a report. */
export function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  return SECRET_VARIABLES.flatMap(name => environment[name] ?? []);
}

/** The environment of every program that this one starts: without its secrets. */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET_VARIABLES.includes(name)));
}
