import * as v from 'valibot';
import { safeLine } from '../text/safe.ts';

/** One line of text in the kept input of a box. */
export const KeptLine = v.pipe(v.string(), v.transform(safeLine));

/** The change that a box is about, by its key; without one, the box chooses. */
export const KeptAbout = v.object({ key: v.exactOptional(v.string()) });
