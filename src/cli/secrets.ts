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

/** How the agent's other secrets are called: `OPENAI_API_KEY`, `AWS_SESSION_TOKEN`, `MYSQL_PWD`. */
const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|(?:^|_)(?:KEY|PWD))S?$/i;
/** An address with a password in it: `postgres://frontdesk:secret@db.example/`. */
const WITH_PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]*:[^/?#@\s]+@/i;

/**
 * The environment of every program that this one starts: without its secrets. `all`: without the agent's others too, as
 * a program gets it that reads mail.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv, secrets: 'own' | 'all' = 'own'): NodeJS.ProcessEnv {
  const isSecret = (name: string, value: string) => SECRET_NAME.test(name) || WITH_PASSWORD.test(value);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value = '']) => !SECRET_VARIABLES.includes(name) && (secrets === 'own' || !isSecret(name, value)),
    ),
  );
}
