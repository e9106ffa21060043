import { fileURLToPath } from 'node:url';

/** The launcher of the built program; `FRONTDESK_LAUNCHER` names another build's. */
export const launcher =
  process.env.FRONTDESK_LAUNCHER ?? fileURLToPath(new URL('../../bin/frontdesk.js', import.meta.url));
