import { fdatasyncSync, openSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Some megabytes are written meanwhile, which no other program notices. */
const SYNC_MS = 50;

const file = openSync(workerData as string, 'r+');
setInterval(() => fdatasyncSync(file), SYNC_MS);
