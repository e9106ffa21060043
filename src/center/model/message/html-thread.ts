import { parentPort, workerData } from 'node:worker_threads';
import { htmlToText } from '../../../text/html.ts';

parentPort?.postMessage(htmlToText(workerData as string));
