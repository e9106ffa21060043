import { fdatasyncSync, openSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** One or two megabytes are written meanwhile: the sync of another program waits for these, some milliseconds. */
const SYNC_MS = 10;

const file = openSync(workerData as string, 'r+');
setInterval(() => fdatasyncSync(file), SYNC_MS);
