/** `npm run soak -- name …`: runs the soak of that name; without one it says which there are. */
import { runMeasurements } from '../harness/measurement.ts';
import { SOAKS } from './soaks.ts';

await runMeasurements(SOAKS);
