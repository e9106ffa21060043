import { testInFolder } from '../harness/on-postgres.ts';
import { fileBodies } from './file-bodies.ts';
import { onPostgres } from './on-postgres.ts';

// The attachments are in a folder.
testInFolder();
onPostgres(fileBodies);
