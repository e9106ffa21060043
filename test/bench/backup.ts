/**
 * A backup beside 50 agents who work: `npm run bench -- backup`. A smaller share than 1, which is 10 GB, may follow, and
 * a folder in which the filled help center stays for the next time. Exits with 1 if agents wait for longer, or it takes
 * more memory, than is promised.
 */
import { backupLoad } from '../faults/backup-load.ts';

const [share = '1', folder] = process.argv.slice(2);
process.stdout.write(`${await backupLoad({ database: undefined, share: Number(share), seed: 1 }, folder)}\n`);
