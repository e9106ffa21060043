/**
 * A backup beside 50 agents who work: `npm run bench -- backup`. A smaller share than 1, which is 10 GB, may follow. Exits
 * with 1 if agents wait for longer, or it takes more memory, than is promised.
 */
import { backupLoad } from '../faults/backup-load.ts';

const share = Number(process.argv[2] ?? 1);
process.stdout.write(`${await backupLoad({ database: undefined, share, seed: 1 })}\n`);
