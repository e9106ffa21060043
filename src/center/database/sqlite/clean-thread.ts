import { workerData } from 'node:worker_threads';
import { cleanFile } from './clean-file.ts';

cleanFile(workerData as string);
