import * as v from 'valibot';
import { KeptLine } from '../../keys/kept-forms.ts';

/** A contact in the kept input of a box. */
export const KeptContact = v.object({ id: v.number(), name: KeptLine, email: v.nullable(KeptLine) });
