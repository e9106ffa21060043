import { dial } from './dial.ts';

/**
 * `frontdesk dial` as a file of its own, for Node: each connection of each agent through SSH is such a process, and loads
 * nothing else of the program. Its arguments are those that `frontdesk agent key add` writes.
 */
const [, , , socket = '', , key = ''] = process.argv;
dial(process, { key, socket }).then(code => process.exit(code));
