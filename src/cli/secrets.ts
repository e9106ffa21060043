/** The environment variables that hold a secret. Code that reads a new one adds it here. */
export const SECRET_VARIABLES: readonly string[] = [
  'FRONTDESK_TOKEN',
  'FRONTDESK_API_KEY',
  'PGPASSWORD',
  'PGSSLPASSWORD',
];

/** The values of those secrets: they must not appear in a report. */
export function secretValues(environment: NodeJS.ProcessEnv): string[] {
  return SECRET_VARIABLES.flatMap(name => environment[name] ?? []);
}

/** Names of variables that hold other secrets: `OPENAI_API_KEY`, `AWS_SESSION_TOKEN`, `DB_PASS`, but not `SSH_ASKPASS`. */
const SECRET_NAME =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CRED|API_?KEY|(?:^|_)(?:KEY|PWD|PASS|PAT))S?$/i;
/** An address with a password in it: `postgres://frontdesk:secret@db.example/`. */
const WITH_PASSWORD = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@\s]*:[^/?#@\s]+@|\S*[?&](?:ssl)?password=)/i;

/**
 * The environment of every program that this one starts: without its secrets, which may be in `FRONTDESK_DATABASE` too.
 * `all`: without the agent's others too, as a program gets it that reads mail.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv, secrets: 'own' | 'all' = 'own'): NodeJS.ProcessEnv {
  const isSecret = (name: string, value: string) =>
    SECRET_VARIABLES.includes(name) ||
    (secrets === 'all' && SECRET_NAME.test(name)) ||
    ((secrets === 'all' || name.startsWith('FRONTDESK_')) && WITH_PASSWORD.test(value));
  return Object.fromEntries(Object.entries(environment).filter(([name, value = '']) => !isSecret(name, value)));
}
