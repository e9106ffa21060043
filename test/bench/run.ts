/** `npm run bench [-- name …]`: runs the bench of that name, or says which there are and runs the short ones. */
import { runMeasurements } from '../harness/measurement.ts';
import { BENCHES } from './benches.ts';

await runMeasurements(BENCHES);
