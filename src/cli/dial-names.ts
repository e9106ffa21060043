/** The file with the secret of a socket: beside it, for the user of `serve` alone, and new at each start. */
export function secretPath(socket: string): string {
  return `${socket}.secret`;
}

/** What `dial` says before anything else. A login shell may have printed its own words before: they are passed over. */
export const GREETING = 'frontdesk dial\n';
