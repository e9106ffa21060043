import { fileBodies } from './file-bodies.ts';
import { onPostgres } from './on-postgres.ts';

// The attachments are rows of the database.
onPostgres(fileBodies);
