/** The file with the secret of a socket: beside it, for the user of `serve` alone, and new at each start. */
export function secretPath(socket: string): string {
  return `${socket}.secret`;
}

/** The first words of `dial`. A login shell may print its own words before: they are skipped. */
export const GREETING = 'frontdesk dial\n';
